import type { GamePage } from '../../lib/types';
import Board from './Board.svelte';
import { guide } from './guide';
import { controls, rules } from './rules';

export default { name: 'lazors', board: Board, rules, controls, guide } satisfies GamePage;
