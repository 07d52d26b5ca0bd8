// Turns the art of @letele/playing-cards (Adrian Kennard's cards, CC0) into
// what the page draws: the twelve court pictures as SVG files in public/cards,
// and the shapes of ranks and suits in src/cards/shapes.ts.
// Run once, in web/: node scripts/cards.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const SOURCE = 'node_modules/@letele/playing-cards/dist/index.esm.js';

/** The package draws with React; a stand-in that keeps the tree is enough. */
async function readDeck() {
  const standIn =
    'const _extends = Object.assign;' +
    'const React = { createElement: (tag, has, ...inner) => ({ tag, has: has ?? {}, inner: inner.filter(Boolean) }) };';
  const code = standIn + readFileSync(SOURCE, 'utf8').replace(/^import .*$/gm, '');
  return import('data:text/javascript;base64,' + Buffer.from(code).toString('base64'));
}

const nodes = (tree) => [tree, ...tree.inner.flatMap(nodes)];
const only = (tree, tag) => nodes(tree).find((node) => node.tag === tag);

/** A path with its numbers rounded to `digits` decimals. */
function rounded(path, digits) {
  let end = '';
  return path.replace(/[a-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[\s,]*|[\s,]+/gi, (token) => {
    if (/^[a-z]$/i.test(token)) return (end = token);
    if (/^[\s,]+$/.test(token)) return '';
    const number = String(Number(Number(token.replace(/[\s,]+$/, '')).toFixed(digits))).replace(/^(-?)0\./, '$1.');
    const apart = /\d$/.test(end) && !number.startsWith('-') ? ' ' : '';
    end = number;
    return apart + number;
  });
}

/** Softer colours than the art has, and one for each. */
const COLOURS = { red: '#c8232c', '#44F': '#2a3f94', '#FC4': '#ecb94a' };
const NAMES = { strokeWidth: 'stroke-width', strokeLinecap: 'stroke-linecap', strokeLinejoin: 'stroke-linejoin' };

/** An element as text; `links` names what `use` may point at. */
function written({ tag, has, inner }, links) {
  const words = Object.entries(has).flatMap(([name, value]) => {
    if (name === 'xlinkHref') return [`href="#${links(value)}"`];
    if (name === 'id') return [];
    return [`${NAMES[name] ?? name}="${name === 'd' ? rounded(value, 1) : (COLOURS[value] ?? value)}"`];
  });
  const open = `<${[tag, ...words].join(' ')}`;
  return inner.length ? `${open}>${inner.map((node) => written(node, links)).join('')}</${tag}>` : `${open}/>`;
}

/** The picture within the frame of a court card: layers, each drawn twice, the
 *  second time upside down. Corners are left out; the page draws them. */
function court(tree) {
  const symbols = new Map(nodes(tree).filter((node) => node.tag === 'symbol').map((node) => ['#' + node.has.id, node]));
  const links = (target) => target.slice(-1);
  const layers = [];
  for (const { tag, has } of tree.inner) {
    const symbol = tag === 'use' && !has.transform && symbols.get(has.xlinkHref);
    if (symbol && symbol.has.viewBox === '0 0 1300 2000') layers.push(symbol);
  }
  const suit = [...symbols.values()].find((node) => node.has.viewBox === '-600 -600 1200 1200');
  const drawn = layers.map((layer) => {
    const id = links(layer.has.id);
    const inner = layer.inner.map((node) => written(node, links)).join('');
    return `<g id="${id}">${inner}</g><use href="#${id}" transform="rotate(180 650 1000)"/>`;
  });
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="165" height="261" viewBox="0 0 1300 2000" preserveAspectRatio="none">' +
    `<symbol id="${links(suit.has.id)}" viewBox="-600 -600 1200 1200">${written(suit.inner[0], links)}</symbol>` +
    drawn.join('') +
    '</svg>\n'
  );
}

const symbolPath = (tree, box) =>
  nodes(tree).filter((node) => node.tag === 'symbol' && node.has.viewBox === box).map((node) => only(node, 'path').has.d);

const deck = await readDeck();
for (const suit of 'CDHS') {
  for (const rank of 'JQK') {
    writeFileSync(`public/cards/${rank}${suit}.svg`, court(deck[suit + rank.toLowerCase()]({})));
  }
}

const ranks = Object.fromEntries(
  [...'A23456789TJQK'].map((rank) => {
    const tree = deck['C' + (rank === 'T' ? '10' : rank.toLowerCase())]({});
    return [rank, symbolPath(tree, '-500 -500 1000 1000')[0]];
  }),
);
const suits = Object.fromEntries([...'CDHS'].map((suit) => [suit, symbolPath(deck[suit + '2']({}), '-600 -600 1200 1200')[0]]));
const record = (shapes) => Object.entries(shapes).map(([name, path]) => `  ${name}: '${path}',\n`).join('');
writeFileSync(
  'src/cards/shapes.ts',
  `// Made by scripts/cards.mjs from Adrian Kennard's cards (CC0, see public/cards/ORIGIN.txt).

/** Ranks as strokes, 80 wide, in a square of 1000 around the middle. */
export const RANKS: Record<string, string> = {
${record(ranks)}};

/** Suits as filled shapes in a square of 1200 around the middle. */
export const SUITS: Record<string, string> = {
${record(suits)}};
`,
);
