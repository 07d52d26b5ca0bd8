import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { update } from './home/update.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD) {
  addEventListener('load', () => void update.begin().catch(() => {}));
}
