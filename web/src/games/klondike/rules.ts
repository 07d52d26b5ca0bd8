// Klondike in words; docs/rules has the facts.
import { CARD_CONTROLS } from '../../cards/controls';

export const rules: string[] = [
  'Seven columns have one to seven cards; only the last card of each lies open. The other 24 cards are the stock.',
  'The game is won when all cards are home: each foundation takes one suit, from the ace up to the king.',
  'Open cards go onto the last card of another column if they are one rank lower and of the other colour: a black five goes on a red six. Any part of the open cards that ends with the last one moves together.',
  'A card face down is turned up as soon as nothing lies on it. An empty column takes only a king, with what lies on it.',
  'Tap the stock to turn three cards onto the waste, or one if you chose to draw one. The last card of the waste can be played. When the stock is empty, tap it to turn the waste over and go through it again; some variants limit how often.',
  'The highest card of a foundation may come back to a column, except in the variants named after a thesis.',
];

export const controls: string[] = [...CARD_CONTROLS, 'T turns the stock from anywhere; W goes to the waste.'];
