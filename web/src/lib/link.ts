// Addresses of the page: what stands behind '#/'. Long texts (moves, boards)
// are packed so that mail and chat leave them whole: only letters, digits,
// '-', '_' and '.' occur, and the last sign is never one that is cut off.
//
// A packed text is LETTER.BASE64URL.CHECK. The letter says how: 'p' the text
// itself, 'z' deflated. Plain texts, percent-encoded, are understood too.

type Bare<S> = S extends string ? { screen: S } : never;
type OfGame<S> = S extends string ? { screen: S; game: string } : never;
export type Route =
  | Bare<'home' | 'stats' | 'settings'>
  | OfGame<'choose' | 'rules' | 'guide' | 'today'>
  | { screen: 'level'; level: string; moves: string | null; open: boolean }
  | { screen: 'paste'; game: string; variant: string; board: string | null; moves: string | null; open: boolean }
  | { screen: 'save'; id: string }
  | { screen: 'series'; at: number }
  | { screen: 'bad'; words: string };

/** Most characters of an address, and of a text that was packed. */
export const LONGEST = 65_536;
const LONGEST_TEXT = 4 * LONGEST;

/** A link that cannot be followed, and why. */
export class BadLink extends Error {}

const CUT = 'The link is damaged: part of it seems to be missing. Ask for it again, or copy it once more.';

/** Reads what stands behind the address, '#' included. */
export function readHash(hash: string): Route {
  if (hash.length > LONGEST) return bad(`The link is too long: ${hash.length} characters, and ${LONGEST} are allowed.`);
  const text = hash.replace(/^#?\/?/, '');
  // Some programs encode the '?' as well.
  const whole = text.includes('?') ? text : plain(text);
  const mark = whole.indexOf('?');
  const path = plain(mark < 0 ? whole : whole.slice(0, mark));
  const wanted = parameters(mark < 0 ? '' : whole.slice(mark + 1));
  const [first = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  const head = small(first);
  switch (head) {
    case '':
      return { screen: 'home' };
    case 'stats':
    case 'settings':
      return tail ? unknown(path) : { screen: head };
    case 'choose':
    case 'rules':
    case 'guide':
    case 'today':
      return tail ? { screen: head, game: small(tail) } : unknown(path);
    case 'save':
      return tail ? { screen: 'save', id: tail } : unknown(path);
    case 'series':
      return /^\d{1,6}$/.test(tail) ? { screen: 'series', at: Number(tail) } : unknown(path);
    case 'paste':
      return {
        screen: 'paste',
        game: small(wanted.get('game') ?? ''),
        variant: wanted.get('variant') ?? '',
        board: wanted.get('board') ?? null,
        moves: wanted.get('moves') ?? null,
        open: wanted.get('open') === '1',
      };
  }
  // Signs after a link are often taken for a part of it.
  const level = small(path).replace(/(#\d+)\D+$/, '$1');
  // A game alone; whether there is one is told where its level is chosen.
  if (/^[a-z0-9-]+$/.test(level)) return { screen: 'choose', game: level };
  if (!/^[a-z0-9-]+(:[^#]*)?#\d+$/.test(level)) return unknown(path);
  return { screen: 'level', level, moves: wanted.get('moves') ?? null, open: wanted.get('open') === '1' };
}

/** Names of games have no capitals; what stands behind ':' is left alone. */
const small = (text: string): string => text.replace(/^[^:#]+/, (name) => name.toLowerCase());

/** The address of a position of a level that an id makes. */
export async function levelHash(id: string, moves: string[], open: boolean): Promise<string> {
  const parts = [];
  if (moves.length) parts.push(`moves=${await pack(moves.join(' '))}`);
  if (open) parts.push('open=1');
  return bounded(`#/${id}${parts.length ? `?${parts.join('&')}` : ''}`);
}

/** The address of a position of a board that was pasted. */
export async function boardHash(
  start: { game: string; variant: string; board: string },
  moves: string[],
  open: boolean,
): Promise<string> {
  const parts = [`game=${start.game}`];
  if (start.variant) parts.push(`variant=${encodeURIComponent(start.variant)}`);
  parts.push(`board=${await pack(start.board)}`);
  if (moves.length) parts.push(`moves=${await pack(moves.join(' '))}`);
  if (open) parts.push('open=1');
  return bounded(`#/paste?${parts.join('&')}`);
}

/** The moves of a text. */
export const movesOf = (text: string): string[] => text.split(/\s+/).filter((word) => word);

/** Packs a text, the shorter way. */
export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LONGEST_TEXT) throw new BadLink('This is too long for a link.');
  const small = await through(bytes, 'deflate', LONGEST_TEXT);
  const [letter, body] = small.length < bytes.length ? ['z', small] : ['p', bytes];
  return `${letter}.${toBase64(body)}.${check(bytes)}`;
}

/** The text that was packed. Throws a BadLink. */
export async function unpack(packed: string): Promise<string> {
  if (packed.length > LONGEST) throw new BadLink(`The link is too long: ${LONGEST} characters are allowed.`);
  const parts = /^([a-z])\.([\w-]*)(?:\.(\w*)\W*)?$/.exec(packed);
  if (!parts) return packed;
  const [, letter, body = '', sum] = parts;
  if (letter !== 'p' && letter !== 'z') {
    throw new BadLink('The link was made by a newer version of this page. Reload the page and try again.');
  }
  let bytes: Uint8Array;
  try {
    const raw = fromBase64(body);
    bytes = letter === 'z' ? await through(raw, 'inflate', LONGEST_TEXT) : raw;
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink(CUT);
  }
  if (check(bytes) !== sum) throw new BadLink(CUT);
  return new TextDecoder().decode(bytes);
}

function bad(words: string): Route {
  return { screen: 'bad', words };
}

function unknown(path: string): Route {
  const shown = path.length > 60 ? `${path.slice(0, 60)}…` : path;
  return bad(`There is nothing at "${shown}". A level looks like freecell:ms#617.`);
}

function bounded(hash: string): string {
  if (hash.length > LONGEST) throw new BadLink('This position is too long for a link.');
  return hash;
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parameters(query: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of query.split(/&(?:amp;)?/)) {
    const mark = part.indexOf('=');
    if (mark > 0) found.set(plain(part.slice(0, mark)), plain(part.slice(mark + 1).replaceAll('+', '%20')));
  }
  return found;
}

async function through(bytes: Uint8Array, way: 'deflate' | 'inflate', most: number): Promise<Uint8Array> {
  const stream = way === 'deflate' ? new CompressionStream('deflate-raw') : new DecompressionStream('deflate-raw');
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value);
    length += step.value.length;
    if (length > most) {
      await reader.cancel();
      throw new BadLink('The link holds too much.');
    }
  }
  const all = new Uint8Array(length);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}

/** Four letters and digits that tell whether a text came through whole. */
function check(bytes: Uint8Array): string {
  let sum = 2166136261;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 16777619) >>> 0;
  return (sum % 36 ** 4).toString(36).padStart(4, '0');
}
