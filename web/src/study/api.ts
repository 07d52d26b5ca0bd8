// Calls to the study's server. All addresses are relative, so that the study
// may lie under any path.
import { isObject } from '../lib/store.svelte';

/** Milliseconds after which a call counts as lost. */
const PATIENCE = 20_000;
/** Answers after which the same call may succeed later. */
const LATER = [408, 425, 429, 500, 502, 503, 504];

/** The server said no, or could not be reached. */
export class ApiFault extends Error {
  constructor(
    /** 0 where no answer came. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string | null = null,
    /** Milliseconds that the server asks to wait for. */
    readonly wait: number = 0,
  ) {
    super(message);
    this.name = 'ApiFault';
  }

  /** Whether the same call may succeed later. */
  get passing(): boolean {
    return this.status === 0 || LATER.includes(this.status);
  }
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  /** The key of a player, or the token of who runs the study. */
  bearer?: string | null;
}

export async function call<T>({ method, path, body, bearer }: Call): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (bearer) headers['authorization'] = `Bearer ${bearer}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const text = body === undefined ? null : JSON.stringify(body);
  try {
    const answer = await fetch(path, { method, headers, body: text, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw await faultOf(answer);
    return (await answer.json()) as T;
  } catch (thrown) {
    if (thrown instanceof ApiFault) throw thrown;
    // No connection, no answer in time, or an answer that is not the server's.
    throw new ApiFault(0, 'lost', 'The study cannot be reached.');
  }
}

async function faultOf(answer: Response): Promise<ApiFault> {
  const { status } = answer;
  const wait = Math.max(0, Number(answer.headers.get('retry-after')) || 0) * 1000;
  const data: unknown = await answer.json().catch(() => null);
  const error = isObject(data) && isObject(data['error']) ? data['error'] : {};
  const words = (name: string) => (typeof error[name] === 'string' ? error[name] : null);
  return new ApiFault(status, words('code') ?? 'broken', words('message') ?? `The study answered with ${status}.`, words('hint'), wait);
}
