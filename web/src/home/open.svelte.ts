// Text that was pasted, dropped or opened: a board, boards, or a pack.
import { BadLink, boardHash, readHash } from '../lib/link';
import { router } from '../lib/router.svelte';
import { rules } from '../lib/rules';
import { series } from '../lib/series.svelte';
import type { Fault, LevelInfo } from '../lib/types';
import { faultOf } from './known';

const LARGEST = 8_000_000;
/** A level's id, or a range of them. */
const ID = /^[a-z0-9-]+(:[^#]*)?#\d+(-\d+)?$/;

/** An address of this page, wherever it is hosted. */
const LINK = /^(?:https?:\/\/\S*)?(#\/\S+)$/;

/** What waits on the paste screen: a text that could not be read as it was. */
export const waiting: { text: string; fault: Fault | null } = $state({ text: '', fault: null });

/** Plays what a text holds; more than one level is played as a series. Throws
 *  a Fault. */
export async function openText(text: string, name: string, game = '', variant = ''): Promise<void> {
  if (!text.trim()) throw new Error('There is nothing to read. Paste a board, or open a file.');
  const link = LINK.exec(text.trim())?.[1];
  if (link) return follow(link);
  const levels = await rules.read(text, game);
  if (!levels.length) throw new Error('No level was found in the text.');
  const named = text.trim().split(/\s+/).every((word) => ID.test(word));
  const chosen = levels.map((level) => ({ ...level, variant: variant || level.variant, board: named ? '' : level.board }));
  const address = chosen.length === 1 ? await addressOf(chosen[0]!) : null;
  if (!address) series.begin(name, chosen);
  router.go(address ?? '#/series/0');
}

function follow(link: string): void {
  const route = readHash(link);
  if (route.screen === 'bad') throw new BadLink(route.words);
  router.go(link);
}

/** The address of a level; null where it is too long for one. */
async function addressOf(level: LevelInfo): Promise<string | null> {
  if (!level.board) return `#/${level.id}`;
  return boardHash(level, [], false).catch(() => null);
}

/** Plays what files hold; leads to the paste screen where they cannot be read. */
export async function openFiles(files: File[], game = ''): Promise<void> {
  let text = '';
  try {
    const rows = files.filter((file) => file.name.endsWith('.jsonl'));
    const wanted = rows.length ? rows : files;
    if (wanted.reduce((sum, file) => sum + file.size, 0) > LARGEST) {
      throw new Error('The file is too large: at most 8 MB are read.');
    }
    text = (await Promise.all(wanted.map((file) => file.text()))).join('\n');
    await openText(text, wanted.map((file) => file.name).join(', '), game);
  } catch (error) {
    Object.assign(waiting, { text, fault: faultOf(error) });
    if (router.route.screen !== 'paste') router.go('#/paste');
  }
}
