import { expect, type Page } from '@playwright/test';

/** What a page asks for, from when it is watched. */
interface Sent {
  /** Each with what it reads, alone or together. */
  calls: string[][];
  /** What is read, alone or with others. */
  reads: string[];
  requests: string[];
}

const isCall = (path: string) => /^\/(api|pusher)\//.test(path);

export function watch(page: Page): Sent {
  const sent: Sent = { calls: [], reads: [], requests: [] };
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    sent.requests.push(pathname);
    if (!isCall(pathname)) return;
    const call = `${request.method()} ${pathname}${search} ${request.postData() ?? ''}`;
    const { reads } = (request.postDataJSON() ?? {}) as { reads?: { call: string; body?: object }[] };
    const parts = reads?.map((one) => `${one.call} ${one.body ? JSON.stringify(one.body) : ''}`) ?? [call];
    sent.calls.push(parts);
    sent.reads.push(...parts);
  });
  return sent;
}

/** The channel of the person's notices is joined, and what the page asks for because of it is on its way. */
export const joined = (page: Page) =>
  page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => /subscription_succeeded.*"private-user/.test(String(payload)),
    }),
  );

/**
 * Waits until the server knows of the last seconds what it sent: one that has just started makes pages read all again.
 * From then on the pages' time stands still, so that nothing gets old while a busy machine draws.
 */
export async function knowsWhatItSent(page: Page, screen = '/en/home'): Promise<void> {
  const wholeMs = async () => {
    const isIn = joined(page);
    await page.goto(screen);
    const { data } = JSON.parse(String((await isIn).payload)) as { data: string };
    return (JSON.parse(data) as { whole_ms: number }).whole_ms;
  };
  await expect.poll(wholeMs).toBeGreaterThan(15_000);
  await page.clock.setFixedTime(new Date());
}

/** Pages, scripts, styles, texts and fonts, in the order in which they were asked for. */
export const filesOf = ({ requests }: Sent): string[] => requests.filter((path) => !isCall(path));

/** What was read more than once. */
export const readTwice = ({ reads }: Sent): string[] => reads.filter((read, at) => reads.indexOf(read) !== at);
