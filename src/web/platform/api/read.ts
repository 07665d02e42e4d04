import type { ReadRoute, RequestOf, ResponseOf } from '#contract/api.ts';
import { maxReads } from '#contract/kernel/constants.ts';
import { call } from './api.ts';
import type { CallOptions } from './send.ts';

interface Waiting {
  address: string;
  init: RequestInit;
  answer: (response: Response) => void;
  fail: (error: unknown) => void;
}

let waiting: Waiting[] = [];

/** Calls an endpoint that changes nothing. What is read in the same moment travels together, so that a screen asks once. */
export const read = <R extends ReadRoute>(
  route: R,
  request: RequestOf<R>,
  options: Pick<CallOptions, 'loader'> = {},
): Promise<ResponseOf<R>> => call(route, request, { ...options, fetch: gather });

const gather = (address: string, init: RequestInit): Promise<Response> =>
  new Promise((answer, fail) => {
    if (waiting.push({ address, init, answer, fail }) === 1) queueMicrotask(leave);
  });

function leave(): void {
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += maxReads) void travel(all.slice(from, from + maxReads));
}

async function travel(parts: Waiting[]): Promise<void> {
  const [{ address, init, answer }] = parts as [Waiting];
  const travelled = parts.length > 1 ? together(parts, init) : fetch(address, init).then(answer);
  const end = await travelled.then(
    () => new TypeError('the responses broke off'),
    (error: unknown) => error,
  );
  // Those that have their answer keep it.
  for (const { fail } of parts) fail(end);
}

/** The headers are those of any of them. Each answer comes by itself: a line with its status, and one with what it says. */
async function together(parts: Waiting[], init: RequestInit): Promise<void> {
  const reads = parts.map(({ address, init: { method, body } }) => ({
    call: `${method} ${address}`,
    ...(body ? { body: JSON.parse(body as string) as unknown } : {}),
  }));
  const response = await fetch('/api/reads', {
    ...init,
    method: 'POST',
    headers: { ...(init.headers as object), 'content-type': 'application/json' },
    body: JSON.stringify({ reads }),
  });
  if (!response.ok || !response.body) {
    for (const { answer } of parts) answer(response.clone());
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let lines = [''];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    lines = (lines.join('\n') + value).split('\n');
    while (lines.length > 2) {
      const [head = '', body] = lines.splice(0, 2);
      const { at, ...answered } = JSON.parse(head) as ResponseInit & { at: number };
      parts[at]?.answer(new Response(body, answered));
    }
  }
}
