// FreeCell in words; docs/rules has the facts.
import { CARD_CONTROLS } from '../../cards/controls';

export const rules: string[] = [
  'All 52 cards lie open in eight columns. Above them are four free cells on the left and four foundations on the right.',
  'The game is won when all cards are home: each foundation takes one suit, from the ace up to the king.',
  'The last card of a column, or a card in a cell, may go onto the last card of another column if it is one rank lower and of the other colour: a black five goes on a red six.',
  'A free cell holds any one card. An empty column takes any card.',
  'Several cards that already lie in such an order move together, as many as could be moved one by one through the free places. With all four cells free these are five cards; an empty column doubles the number.',
  'Relatives of the game: with fewer or more cells nothing else changes. In Baker\'s Game columns are built down in one suit. In Eight Off, Seahaven Towers and ForeCell some cells start full and empty columns take only kings. In Penguin foundations start with the rank of the first card, and runs of any length move at once.',
];

export const controls: string[] = [...CARD_CONTROLS, 'The letters a, b, c and so on go to a free cell. The eighth cell is k.'];
