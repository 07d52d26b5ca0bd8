// The keyboard: a cursor over places, and up and down the cards of a column.
import type { BoardProps, Place } from '../lib/types';
import type { Holding } from './holding.svelte';
import type { Layout } from './layout';
import type { Stacks } from './stacks';

export class Cursor {
  /** Whether it is seen: while keys are used. */
  shown = $state(false);
  private name = $state('');
  /** How many cards it would lift. */
  private lift = $state(1);

  constructor(
    private readonly board: () => BoardProps,
    private readonly holding: Holding,
    private readonly layout: () => Layout,
    private readonly stacks: () => Stacks,
    private readonly tap: (place: string, count: number) => void,
  ) {}

  /** The place it is on; the first column where its own is gone. */
  readonly place = $derived.by((): Place | undefined => {
    const { places } = this;
    return places.find(({ name }) => name === this.name) ?? places.find(({ kind }) => kind === 'column') ?? places[0];
  });
  /** How many cards it lifts; 0 on an empty place. */
  readonly count = $derived.by(() => {
    const size = this.place ? this.size(this.place) : 0;
    return this.holding.cards ? Math.min(1, size) : Math.min(this.lift, size);
  });

  key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || this.props.still || !this.place) return;
    if (!this.act(event.key, this.place)) return;
    this.shown = true;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Does what a key means; false where it means nothing here. */
  private act(key: string, place: Place): boolean {
    switch (key) {
      case 'ArrowLeft': return this.aside(place, -1);
      case 'ArrowRight': return this.aside(place, 1);
      case 'ArrowUp': return this.up(place);
      case 'ArrowDown': return this.down(place);
      case 'Enter':
      case ' ':
        this.press(place);
        return true;
      case 'Escape': {
        const held = this.holding.cards !== null;
        if (held) this.props.hand.say('Put back.');
        this.holding.drop();
        return held;
      }
      case 'h':
        this.holding.drop();
        void this.props.hand.send(place.name);
        return true;
    }
    const named = this.places.find(({ name }) => name === (key === '0' ? '10' : key.toLowerCase()));
    if (!named) return false;
    this.go(named);
    if (named.kind === 'stock') this.tap(named.name, 1);
    return true;
  }

  private press(place: Place): void {
    if (this.holding.cards) {
      const { from } = this.holding.cards;
      if (from === place.name) this.holding.drop();
      else void this.holding.put(place.name);
      this.lift = 1;
    } else if (place.kind === 'stock') this.tap(place.name, 1);
    else if (this.count > 0) this.holding.pick(place.name, this.count, true);
  }

  private go(place: Place, lift = 1): true {
    this.name = place.name;
    this.lift = lift;
    return true;
  }

  private aside(place: Place, way: number): true {
    const row = this.row((y) => y === this.at(place).y);
    const next = row[row.findIndex(({ name }) => name === place.name) + way];
    return next ? this.go(next) : true;
  }

  /** Up: the next card that can be lifted, then the row above. */
  private up(place: Place): true {
    const size = this.size(place);
    if (!this.holding.cards) {
      for (let count = this.count + 1; count <= size; count++) {
        if (this.holding.canLift(place.name, count)) return this.go(place, count);
      }
    }
    const above = Math.max(...this.row((y) => y < this.at(place).y).map((other) => this.at(other).y));
    return this.nearest(place, above);
  }

  private down(place: Place): true {
    if (this.count > 1) {
      let count = this.count - 1;
      while (count > 1 && !this.holding.canLift(place.name, count)) count -= 1;
      return this.go(place, count);
    }
    const below = Math.min(...this.row((y) => y > this.at(place).y).map((other) => this.at(other).y));
    return this.nearest(place, below);
  }

  private nearest(place: Place, y: number): true {
    const far = (other: Place) => Math.abs(this.at(other).x - this.at(place).x);
    const [next] = this.row((other) => other === y).sort((one, other) => far(one) - far(other));
    return next ? this.go(next) : true;
  }

  /** Places whose height on the screen is asked for, from the left. */
  private row(wanted: (y: number) => boolean): Place[] {
    return this.places.filter((place) => wanted(this.at(place).y)).sort((one, other) => this.at(one).x - this.at(other).x);
  }

  private at(place: Place): { x: number; y: number } {
    return this.layout().places.get(place.name) ?? { x: 0, y: 0 };
  }

  private size(place: Place): number {
    return this.stacks().get(place.name)?.length ?? 0;
  }

  private get props(): BoardProps {
    return this.board();
  }

  private get places(): Place[] {
    return this.props.view.scene?.places ?? [];
  }
}
