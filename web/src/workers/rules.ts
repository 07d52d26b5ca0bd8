// Rules and drawing. Answers every call in the order in which it came.
import init, { Rules } from '../../pkg/stumper_wasm.js';
import { serve } from './serve';

serve(init, () => new Rules());
