/** Runs jobs one after another, in the order they came. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  /** Jobs that have not ended yet. */
  waiting = 0;

  run<T>(job: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    const next = this.#last.then(job).finally(() => (this.waiting -= 1));
    this.#last = next.catch(() => undefined);
    return next;
  }
}
