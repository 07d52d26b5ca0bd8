// How cards are played, in words. Every card game shares them.
export const CARD_CONTROLS: string[] = [
  'Mouse or finger: drag a card, or a run of cards, to where it should go. Or tap the card first and then the place. Tap it again to put it back.',
  'Double tap a card to send it home. Only cards that can go somewhere are lifted; the others shake.',
  'While you hold a card, the places that take it have a bright frame.',
  'Keys: Tab brings you to the table. Arrow keys move the cursor over the piles, and up and down the cards of a column that can be moved.',
  'Enter or space picks up and puts down. Escape puts back. H sends the card under the cursor home.',
  'The digits 1 to 9 go to a column, 0 to the tenth.',
];
