import { mount } from 'svelte';
import '../app.css';
import { warmUp } from '../lib/rules';
import App from './App.svelte';

warmUp();

const target = document.getElementById('app');
if (target) mount(App, { target });
