// Keys reach a board at once, before anything has the focus.

/** Whether the focus is nowhere, or still on the heading of the screen. */
const idle = (target: EventTarget | null) => target instanceof Element && target.matches('body, h1');

/** Hands on keys that nothing else has; the board takes the focus with the
 *  first one that it uses. */
export function whenIdle(press: (event: KeyboardEvent) => void) {
  return (board: HTMLElement) => {
    const listen = (event: KeyboardEvent) => {
      if (!idle(event.target)) return;
      press(event);
      if (event.defaultPrevented) board.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  };
}
