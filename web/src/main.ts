import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { warmUp } from './lib/rules';

warmUp();

const target = document.getElementById('app');
if (target) mount(App, { target });
