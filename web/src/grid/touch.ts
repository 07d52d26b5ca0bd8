// One finger or mouse over a board: where it went down, where it is, where it
// was lifted. A second finger is not listened to. Escape breaks a touch off, as
// the system may do.

export interface Spot {
  /** The place under the pointer; null beside the board. */
  place: string | null;
  /** On the screen, in pixels. */
  x: number;
  y: number;
  /** The width of a cell, in pixels. */
  cell: number;
}

export interface Touches {
  /** Whether the press is taken; what follows is told only then. */
  press(spot: Spot): boolean;
  move(spot: Spot): void;
  lift(spot: Spot): void;
  cancel(): void;
}

export function touch(takes: Touches) {
  return (node: HTMLElement) => {
    let held: number | null = null;
    const spot = (event: PointerEvent): Spot => {
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const place = under?.closest<HTMLElement>('[data-place]');
      const inside = place && node.contains(place);
      return {
        place: inside ? (place.dataset.place ?? null) : null,
        x: event.clientX,
        y: event.clientY,
        cell: node.querySelector<HTMLElement>('[data-place]')?.offsetWidth ?? 1,
      };
    };
    const down = (event: PointerEvent) => {
      if (held !== null || event.button !== 0 || !takes.press(spot(event))) return;
      held = event.pointerId;
      node.setPointerCapture(held);
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId === held) takes.move(spot(event));
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== held) return;
      held = null;
      takes.lift(spot(event));
    };
    const cancel = (event: PointerEvent) => {
      if (event.pointerId !== held) return;
      held = null;
      takes.cancel();
    };
    const escape = (event: KeyboardEvent) => {
      if (held === null || event.key !== 'Escape') return;
      held = null;
      takes.cancel();
      event.preventDefault();
      event.stopPropagation();
    };
    const stop = new AbortController();
    const { signal } = stop;
    node.addEventListener('pointerdown', down, { signal });
    node.addEventListener('pointermove', move, { signal });
    node.addEventListener('pointerup', up, { signal });
    node.addEventListener('pointercancel', cancel, { signal });
    window.addEventListener('keydown', escape, { signal, capture: true });
    return () => stop.abort();
  };
}
