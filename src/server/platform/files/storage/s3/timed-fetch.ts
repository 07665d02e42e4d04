/** How long a service may take, in milliseconds. */
export interface TimeLimits {
  /** Until the head of an answer is there; the whole answer, where it is no content. */
  answerMs: number;
  /** Without another byte of content. */
  silenceMs: number;
}

export const usualLimits: TimeLimits = { answerMs: 10_000, silenceMs: 15_000 };

/** A line that carries this many bytes in a millisecond is fast enough for an upload. */
const bytesPerMs = 200;

/** The service took too long. */
export class TimedOut extends Error {}

/** Calls the service within its limits, and follows it nowhere: another host would get our signature. */
export function timedFetch({ answerMs }: TimeLimits): typeof fetch {
  return async (address, how = {}) => {
    const { body, method } = how;
    const ms = answerMs + (body instanceof Uint8Array ? body.length / bytesPerMs : 0);
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(new TimedOut(`no answer within ${Math.round(ms)} ms`)), ms);
    try {
      const answer = await fetch(address, { ...how, redirect: 'manual', signal: control.signal });
      // The reader of content limits the silence in it. Anything else is short.
      if (method === 'GET' && answer.ok && !answer.url.includes('list-type=')) clearTimeout(timer);
      else timer.unref();
      return answer;
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
}

/** The content of an answer. A slow reader may take any time, the service not. */
export async function* bodyOf(answer: Response, { silenceMs }: TimeLimits): AsyncGenerator<Buffer> {
  if (!answer.body) return;
  const reader = answer.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read());
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(`no byte within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
