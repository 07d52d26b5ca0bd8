// Mouse, pen and finger: drags, taps and double taps.
import type { BoardProps, Place } from '../lib/types';
import type { Holding } from './holding.svelte';
import type { Layout } from './layout';

/** How far a pointer moves, in pixels, before it drags; fingers are less steady. */
const slopOf = (event: PointerEvent): number => (event.pointerType === 'mouse' ? 5 : 10);
/** Two taps within so many ms are a double tap. */
const DOUBLE = 400;

interface Press {
  id: number;
  x: number;
  y: number;
  place: string;
  /** 0 where an empty place was touched. */
  count: number;
  /** The elements that follow the pointer, once it has moved. */
  run: HTMLElement[] | null;
}

export class Pointer {
  /** Whether the last change came from a drag: then cards already lie there. */
  dragged = false;
  private press: Press | null = null;
  private last = { place: '', time: 0 };
  /** Cards that were let go and wait for an answer. */
  private waiting: HTMLElement[] = [];

  constructor(
    private readonly board: () => BoardProps,
    private readonly holding: Holding,
    private readonly layout: () => Layout,
  ) {}

  down = (event: PointerEvent): void => {
    this.dragged = false;
    if (this.props.still || event.button !== 0 || this.press) return;
    const spot = this.touched(event.target) ?? this.below(event);
    if (!spot) {
      this.holding.drop();
      return;
    }
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, ...spot, run: null };
  };

  move = (event: PointerEvent): void => {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.run) {
      if (Math.hypot(dx, dy) < slopOf(event) || press.count === 0) return;
      const table = event.currentTarget as HTMLElement;
      press.run = this.holding.pick(press.place, press.count, false) ? runOf(table, press) : [];
      for (const card of press.run) card.style.transition = 'none';
    }
    for (const card of press.run) card.style.translate = `${dx}px ${dy}px`;
  };

  up = (event: PointerEvent): void => {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    this.press = null;
    if (!press.run) {
      this.tap(press.place, press.count);
      return;
    }
    const to = this.under(event, press);
    if (press.run.length === 0) {
      // Could not be lifted: the page tells why it cannot go there.
      if (to && to !== press.place) void this.props.hand.drag(press.place, press.count, to);
      return;
    }
    this.dragged = true;
    this.waiting = press.run;
    void this.holding.put(to ?? press.place).finally(this.settle);
  };

  /** Cards that were let go glide to where they belong. */
  settle = (): void => {
    release(this.waiting);
    this.waiting = [];
  };

  cancel = (event: PointerEvent): void => {
    if (this.press?.id !== event.pointerId) return;
    release(this.press.run ?? []);
    this.press = null;
    this.holding.drop();
  };

  /** Screen readers activate without a pointer. */
  click = (event: MouseEvent): void => {
    const spot = event.detail === 0 && !this.props.still ? this.touched(event.target) : null;
    if (spot) this.tap(spot.place, spot.count);
  };

  tap(name: string, count: number): void {
    const { holding } = this;
    const { hand } = this.props;
    const place = this.places.find((place) => place.name === name);
    if (!place) return;
    const twice = this.last.place === name && performance.now() - this.last.time < DOUBLE;
    this.last = { place: '', time: 0 };
    if (place.kind === 'stock') {
      holding.drop();
      void hand.tap(name, 1);
    } else if (holding.cards?.from === name) {
      const same = holding.cards.count === count;
      holding.drop();
      if (twice && same && count === 1) void hand.send(name);
      else if (!same) holding.pick(name, count, true);
    } else if (holding.cards && (place.kind === 'home' || holding.targets.includes(name) || !holding.canLift(name, count))) {
      void holding.put(name);
    } else if (count > 0 && holding.pick(name, count, true)) {
      this.last = { place: name, time: performance.now() };
    }
  }

  /** The place that is meant when cards are let go: one that takes them if
   *  they lie over it at least in part, else the one under the pointer. */
  private under(event: PointerEvent, press: Press): string | null {
    const { w, h, places, cards } = this.layout();
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const lead = cards.get(press.run?.[0]?.dataset['key'] ?? '');
    const [x, y] = [event.clientX - box.x, event.clientY - box.y];
    let best: string | null = null;
    let most = 0.15 * w * h;
    for (const place of this.places) {
      const at = places.get(place.name);
      if (!at) continue;
      const bottom = place.kind === 'column' ? box.height : at.y + h;
      if (best === null && x >= at.x && x <= at.x + w && y >= at.y && y <= bottom) best = place.name;
      if (!lead || !this.takes(place)) continue;
      const left = lead.x + event.clientX - press.x;
      const top = lead.y + event.clientY - press.y;
      const across = Math.min(left, at.x) + w - Math.max(left, at.x);
      const along = Math.min(top + h, bottom) - Math.max(top, at.y);
      const covers = Math.max(0, across) * Math.max(0, along);
      if (covers > most) [best, most] = [place.name, covers];
    }
    return best;
  }

  /** The place and card under an event. Only columns have runs: elsewhere
   *  any card stands for the last one. */
  private touched(target: EventTarget | null): { place: string; count: number } | null {
    const element = (target as Element | null)?.closest<HTMLElement>('[data-on], [data-place]');
    if (!element) return null;
    const name = element.dataset['on'] ?? element.dataset['place'] ?? '';
    const count = Number(element.dataset['count'] ?? 0);
    const column = this.places.some((place) => place.name === name && place.kind === 'column');
    return { place: name, count: column ? count : Math.min(count, 1) };
  }

  /** The column whose free room was touched, if it takes what is held. */
  private below(event: PointerEvent): { place: string; count: number } | null {
    const { w, places } = this.layout();
    const x = event.clientX - (event.currentTarget as HTMLElement).getBoundingClientRect().x;
    const column = this.places.find((place) => {
      const left = places.get(place.name)?.x ?? 0;
      return place.kind === 'column' && this.takes(place) && x >= left && x <= left + w;
    });
    return column ? { place: column.name, count: 0 } : null;
  }

  private takes(place: Place): boolean {
    return this.holding.targets.includes(place.name);
  }

  private get props(): BoardProps {
    return this.board();
  }

  private get places(): Place[] {
    return this.props.view.scene?.places ?? [];
  }
}

function runOf(table: HTMLElement, press: Press): HTMLElement[] {
  const cards = table.querySelectorAll<HTMLElement>(`[data-on="${CSS.escape(press.place)}"]`);
  const height = (card: HTMLElement) => Number(card.dataset['count']);
  return [...cards].filter((card) => height(card) <= press.count).sort((one, other) => height(other) - height(one));
}

function release(run: HTMLElement[]): void {
  for (const card of run) {
    card.style.transition = '';
    card.style.translate = '';
  }
}
