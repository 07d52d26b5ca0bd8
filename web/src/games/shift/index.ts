import type { GamePage } from '../../lib/types';
import Board from './Board.svelte';
import { guide } from './guide';
import { controls, rules } from './rules';

export default { name: 'shift', board: Board, rules, controls, guide } satisfies GamePage;
