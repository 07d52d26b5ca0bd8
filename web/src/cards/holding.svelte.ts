// What a person has in hand: cards that were picked up and not yet put down.
import type { BoardProps } from '../lib/types';
import { canLift, meant, stacksOf, targetsOf } from './stacks';

export class Holding {
  /** The cards in hand, by where they lie and how many they are. */
  cards = $state<{ from: string; count: number } | null>(null);
  /** The card that just refused to be lifted; a new object each time. */
  refused = $state.raw<{ key: string } | null>(null);
  readonly targets = $derived.by(() =>
    this.cards ? targetsOf(this.props.view.choices, this.cards.from, this.cards.count) : [],
  );

  constructor(private readonly board: () => BoardProps) {}

  holds(from: string, count: number): boolean {
    return this.cards !== null && this.cards.from === from && count <= this.cards.count;
  }

  canLift(from: string, count: number): boolean {
    return canLift(this.props.view.choices, from, count);
  }

  /** Whether touching a place alone does something. */
  canTurn(place: string): boolean {
    return this.props.view.choices.some((choice) => choice.from === place);
  }

  /** Takes cards in hand; where they cannot move, the first one shakes. */
  pick(from: string, count: number, tell: boolean): boolean {
    const lead = this.cardsOn(from).at(-count);
    if (!this.canLift(from, count)) {
      this.drop();
      if (lead?.piece.kind === 'card') {
        this.refused = { key: lead.key };
        this.props.hand.say(`The ${lead.piece.says} cannot be moved now.`);
      }
      return false;
    }
    this.cards = { from, count };
    if (!tell) return true;
    const more = count > 1 ? ` and ${count - 1} more` : '';
    this.props.hand.say(`Picked up: ${lead?.piece.says ?? ''}${more}. Can go to ${this.targets.map((name) => this.says(name)).join('; ')}.`);
    return true;
  }

  drop(): void {
    this.cards = null;
  }

  /** Puts what is held on a place. The page tells why where that is refused. */
  async put(to: string): Promise<void> {
    if (!this.cards) return;
    const held = this.cards;
    const { from, count } = held;
    const place = this.places.find(({ name }) => name === to);
    const goal = place ? meant(this.places, this.targets, place) : to;
    try {
      if (goal !== from) await this.props.hand.drag(from, count, goal);
    } finally {
      // By now a fast hand may hold the next card.
      if (this.cards === held) this.drop();
    }
  }

  private get props(): BoardProps {
    return this.board();
  }

  private get places() {
    return this.props.view.scene?.places ?? [];
  }

  private says(name: string): string {
    const top = this.cardsOn(name).at(-1);
    const place = this.places.find((place) => place.name === name);
    return top && place?.kind === 'column' ? `${place.says}, on the ${top.piece.says}` : (place?.says ?? name);
  }

  private cardsOn(name: string) {
    const { scene } = this.props.view;
    return (scene && stacksOf(scene).get(name)) || [];
  }
}
