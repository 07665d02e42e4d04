import { AtriumError } from './refused.ts';

export interface AtriumOptions {
  /** Where the client area is, as in `https://clients.example.com`. */
  url: string;
  /** The secret of an API key. It belongs on a server, never into a page. */
  key: string;
  /** How often a call that failed is repeated; 3 by default, 0 for never. */
  retries?: number;
  /** After how many milliseconds an attempt is given up; 30,000 by default. */
  timeoutMs?: number;
  /** In place of the global `fetch`, as for a proxy. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** Ends the call, with the attempts to come. */
  signal?: AbortSignal;
}

export interface WriteOptions extends CallOptions {
  /**
   * Your name for this write: 8 to 80 of A–Z, a–z, 0–9, - and _. Repeated under it, the call has no second effect and
   * returns the first result, also from another process. Without it each call of the method is a write of its own.
   */
  idempotencyKey?: string;
}

/** A page of a list. */
export interface Page<Row> {
  data: Row[];
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

/** An event of a list that is followed, with its place: continue after it later. */
export interface Followed<Row> {
  cursor: string;
  data: Row;
}

/** A call of the API. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** With `{name}` for each parameter. */
  path: string;
  /** Of the key. */
  scope: string;
  /** Repeating it under the same idempotency key has no further effect. */
  idempotent: boolean;
}

interface Input {
  params?: Readonly<Record<string, string>>;
  query?: object | undefined;
  body?: object | undefined;
}

/** Answers of something between here and Atrium, or of a server that starts or stops: nothing was done, or it is unknown. */
const passing = new Set([429, 502, 503, 504]);
const longestPauseMs = 60_000;
/** A stream shows that it lives every 15 seconds. */
const longestSilenceMs = 45_000;

/** Makes calls with a key. */
export class Connection {
  readonly #url: URL;
  readonly #key: string;
  readonly #retries: number;
  readonly #timeoutMs: number;
  readonly #fetch: typeof fetch;

  /** @throws TypeError for an address to which a key must not travel, or what is no key, which `fetch` would name in its error */
  constructor({ url, key, retries = 3, timeoutMs = 30_000, fetch = globalThis.fetch }: AtriumOptions) {
    this.#url = new URL(url);
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(this.#url.hostname);
    if (this.#url.protocol !== 'https:' && !isLocal) throw new TypeError('An API key is sent over https only.');
    if (/[^\x21-\x7e]/.test(key)) throw new TypeError('An API key has no spaces and no line breaks.');
    this.#key = key;
    this.#retries = retries;
    this.#timeoutMs = timeoutMs;
    this.#fetch = fetch;
  }

  /** @throws AtriumError, or what `fetch` throws where there was no response */
  protected async call<Result>(endpoint: Endpoint, input: Input, options: WriteOptions = {}): Promise<Result> {
    const { method, idempotent } = endpoint;
    const headers: Record<string, string> = { authorization: `Bearer ${this.#key}`, accept: 'application/json' };
    if (idempotent) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
    if (input.body) headers['content-type'] = 'application/json';
    const request = { method, headers, ...(input.body && { body: JSON.stringify(input.body) }) };
    const mayRepeat = method === 'GET' || idempotent;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(addressOf(this.#url, endpoint.path, input), request, options.signal);
      if ('result' in outcome) return outcome.result as Result;
      const { error } = outcome;
      options.signal?.throwIfAborted();
      // What was refused for its number was not done, whatever it is.
      const isPassing = error instanceof AtriumError ? passing.has(error.status) : true;
      const isSafe = mayRepeat || (error instanceof AtriumError && error.status === 429);
      const pauseMs = pauseBefore(attempt, error);
      if (!isPassing || !isSafe || attempt >= this.#retries || pauseMs > longestPauseMs) throw error;
      await pause(pauseMs, options.signal);
    }
  }

  async #attempt(
    url: URL,
    request: RequestInit,
    signal?: AbortSignal,
  ): Promise<{ result: unknown } | { error: unknown }> {
    const limit = AbortSignal.timeout(this.#timeoutMs);
    const either = signal ? AbortSignal.any([signal, limit]) : limit;
    try {
      // A redirect would take the key elsewhere.
      const response = await this.#fetch(url, { ...request, redirect: 'error', signal: either });
      const text = await response.text();
      const body = parsed(text);
      return response.ok && body !== undefined ? { result: body } : { error: new AtriumError(response, body) };
    } catch (error) {
      return { error };
    }
  }

  /**
   * The rows of a list as they come, without an end. A stream that breaks, or that the server ends, is opened again after the last
   * row that was taken.
   * @throws AtriumError when the key may not read it, or what the signal gives as its reason
   */
  protected async *follow<Row>(
    { path }: Endpoint,
    query: { after?: string },
    { signal }: CallOptions = {},
  ): AsyncGenerator<Followed<Row>, void> {
    let cursor = query.after ?? '0';
    for (let failures = 0; ; failures += 1) {
      const silence = new AbortController();
      const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
      const giveUp = () => silence.abort(new Error('nothing came for a while'));
      let timer = setTimeout(giveUp, longestSilenceMs);
      let pauseMs = pauseBefore(Math.min(failures, 6), undefined);
      try {
        const headers = { authorization: `Bearer ${this.#key}`, accept: 'text/event-stream' };
        const url = addressOf(this.#url, path, { query: { ...query, after: cursor } });
        const response = await this.#fetch(url, { headers, redirect: 'error', signal: either });
        if (!response.ok || !response.body) throw new AtriumError(response, parsed(await response.text()));
        for await (const { id, data } of framesOf(response.body, () => {
          clearTimeout(timer);
          timer = setTimeout(giveUp, longestSilenceMs);
        })) {
          failures = 0;
          if (id !== undefined) cursor = id;
          if (data !== undefined) yield { cursor, data: JSON.parse(data) as Row };
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof AtriumError) {
          if (!passing.has(error.status)) throw error;
          pauseMs = pauseBefore(Math.min(failures, 6), error);
        }
      } finally {
        clearTimeout(timer);
        silence.abort();
      }
      await pause(Math.min(pauseMs, longestPauseMs), signal);
    }
  }

  /** The rows of a list, page after page. */
  protected async *rows<Row>(page: (cursor: { cursor?: string }) => Promise<Page<Row>>): AsyncGenerator<Row, void> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data, next_cursor } = await page(cursor === undefined ? {} : { cursor });
      yield* data;
      cursor = next_cursor;
    }
  }
}

/** The events of a stream, as HTML defines `text/event-stream`: an event ends with an empty line, and a comment begins with a colon. */
async function* framesOf(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<{ id?: string; data?: string }, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const frames = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const fields = frame.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
        const of = (name: string) => fields.find(([, field]) => field === name)?.[2];
        const [id, data] = [of('id'), of('data')];
        yield { ...(id === undefined ? {} : { id }), ...(data === undefined ? {} : { data }) };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function addressOf(base: URL, path: string, { params = {}, query = {} }: Input): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(filled, base);
  for (const [name, value] of Object.entries(query) as [string, string | number | undefined][])
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As long as the server asks for; else half a second, doubled each time, and spread, so that many callers do not return at once. */
function pauseBefore(attempt: number, error: unknown): number {
  if (error instanceof AtriumError && error.retryAfterS !== undefined) return error.retryAfterS * 1000;
  return 500 * 2 ** attempt * (0.5 + Math.random() / 2);
}

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
