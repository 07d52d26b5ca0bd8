import { untrack } from 'svelte';

/** Counts the seconds of play. It stands still while the page is hidden. */
export class Clock {
  seconds = $state(0);
  #running = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #seen = 0;
  #rest = 0;

  run(running: boolean): void {
    if (running === this.#running) return;
    this.#running = running;
    clearInterval(this.#timer);
    if (!running) return;
    this.#seen = performance.now();
    this.#timer = setInterval(() => this.#tick(), 250);
  }

  /** Milliseconds of play so far. */
  get milliseconds(): number {
    if (this.#running) this.#tick();
    return untrack(() => this.seconds) * 1000 + Math.floor(this.#rest);
  }

  reset(seconds = 0): void {
    this.seconds = Math.floor(seconds);
    this.#rest = (seconds - this.seconds) * 1000;
    this.#seen = performance.now();
  }

  #tick(): void {
    const now = performance.now();
    // A longer gap means that the machine slept; nobody played then.
    const gap = now - this.#seen;
    this.#seen = now;
    if (document.hidden || gap > 5000) return;
    this.#rest += gap;
    const whole = Math.floor(this.#rest / 1000);
    this.#rest -= whole * 1000;
    this.seconds += whole;
  }
}

/** "4:07", "1:02:09". */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
