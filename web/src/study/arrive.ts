// Moves the focus to the heading of a screen that comes after another one, so
// that screen readers and keys begin there.
let first = true;

export function arrive(screen: HTMLElement): void {
  if (!first) {
    screen.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  first = false;
}
