import type { GamePage } from '../../lib/types';
import board from './Board.svelte';
import guide from './guide';
import { controls, rules } from './rules';

const page: GamePage = { name: 'klondike', board, rules, controls, guide };
export default page;
