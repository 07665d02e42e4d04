import { explained } from './failures.ts';
import { bodyOf, type TimeLimits } from './timed-fetch.ts';

/** How often reading goes on after a connection that broke. */
const maxBreaks = 3;

/**
 * The content of an object, from the first answer on. When a connection breaks, the next one goes on at the byte where it
 * broke.
 * @param from asks for the content from a byte on
 */
export async function* readObject(
  first: Response,
  from: (byte: number) => Promise<Response>,
  limits: TimeLimits,
): AsyncGenerator<Buffer> {
  const size = sizeOf(first);
  let read = 0;
  let next = bodyOf(first, limits);
  for (let breaks = 0; ; breaks++) {
    try {
      for await (const part of next) {
        read += part.length;
        yield part;
      }
      if (size === undefined || read >= size) return;
      throw new Error(`the answer ended after ${read} of ${size} bytes`);
    } catch (error) {
      if (breaks === maxBreaks) throw explained(error);
    }
    next = rest(await from(read), read, limits);
  }
}

/** A service that knows no ranges answers with everything. */
async function* rest(answer: Response, from: number, limits: TimeLimits): AsyncGenerator<Buffer> {
  let skip = answer.status === 206 ? 0 : from;
  for await (const part of bodyOf(answer, limits)) {
    if (part.length > skip) yield part.subarray(skip);
    skip = Math.max(0, skip - part.length);
  }
}

function sizeOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length);
}
