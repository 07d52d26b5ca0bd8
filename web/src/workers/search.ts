// Searches, one call at a time. The page ends this worker to cancel a call.
import init, { Search } from '../../pkg/stumper_wasm.js';
import { serve } from './serve';

serve(init, () => new Search());
