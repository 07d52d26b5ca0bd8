// What is being worked out just now, for the player to see and to stop.

export interface Task {
  words: string;
  cancel: () => void;
}

/** Work that a person does not notice is not worth a word. */
const NOTICED = 150;

export class Work {
  shown = $state.raw<Task[]>([]);

  async run<T>(words: string, cancel: () => void, job: () => Promise<T>): Promise<T> {
    const task: Task = { words, cancel };
    const timer = setTimeout(() => (this.shown = [...this.shown, task]), NOTICED);
    try {
      return await job();
    } finally {
      clearTimeout(timer);
      this.shown = this.shown.filter((other) => other !== task);
    }
  }
}
