// Calls to a worker, and what comes back: a value, a fault, or a refusal.
import { compiled } from './library';
import type { Fault, Refusal } from './types';

/** Bad input, with the words of the library. */
export class InputFault extends Error implements Fault {
  place: string;
  found: string;
  expected: string;
  hint: string | null;
  constructor(fault: Fault) {
    super(fault.message);
    this.name = 'InputFault';
    this.place = fault.place;
    this.found = fault.found;
    this.expected = fault.expected;
    this.hint = fault.hint;
  }
}

/** The worker broke down; it is started anew with the next call. */
export class Trap extends Error {}

type Reply = { value: unknown } | { fault: Fault } | { refused: string };

/** The value of a reply; a refusal is a value too, a fault is thrown. */
function open<T>(text: string): T | Refusal {
  const reply = JSON.parse(text) as Reply;
  if ('fault' in reply) throw new InputFault(reply.fault);
  if ('refused' in reply) return reply;
  return reply.value as T;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(why: unknown): void;
}

/** A worker that is started with the first call. */
export class Caller {
  private worker: Promise<Worker> | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 0;

  constructor(private make: () => Worker) {}

  async call<T>(name: string, values: object = {}): Promise<T> {
    const worker = await this.start();
    return new Promise<T>((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      worker.postMessage({ id, call: JSON.stringify({ call: name, ...values }) });
    });
  }

  /** Ends the worker; calls that wait fail with this reason. */
  end(why: unknown): void {
    this.worker?.then((worker) => worker.terminate());
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const call of waiting) call.reject(why);
  }

  /** The worker, started before the first call if wished. */
  start(): Promise<Worker> {
    this.worker ??= this.begin().catch((why) => {
      this.worker = null;
      throw why;
    });
    return this.worker;
  }

  private async begin(): Promise<Worker> {
    const worker = this.make();
    worker.onmessage = ({ data }: MessageEvent<{ id: number; reply: string } | { trap: string }>) => {
      if ('trap' in data) return this.end(new Trap(TRAPPED));
      const call = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (!call) return;
      try {
        call.resolve(open(data.reply));
      } catch (why) {
        call.reject(why);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(new Trap(TRAPPED));
    };
    worker.postMessage(await compiled());
    return worker;
  }
}

const TRAPPED = 'This was too much for the browser. Try again, or something smaller.';
