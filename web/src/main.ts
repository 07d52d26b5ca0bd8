import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { update } from './home/update.svelte';
import { warmUp } from './lib/rules';

warmUp();

const target = document.getElementById('app');
if (target) mount(App, { target });

// The first board comes first; then the page is kept for later.
const REST = 2000;
if (import.meta.env.PROD) {
  addEventListener('load', () => setTimeout(() => void update.begin().catch(() => {}), REST));
}
