import { expect, type Page } from '@playwright/test';
import { holdBack } from '../support/outbound.ts';
import { demoPerson, openAccounts, register, signIn, withoutGreeting } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/test.ts';

/**
 * What the first visit to home may cost. It takes 4 calls and 21 files; on a busy machine the screen is drawn in more
 * than one step, and each step asks for itself.
 */
const most = { calls: 6, files: 21 };

interface Sent {
  calls: string[];
  /** What is read, alone or with others. */
  reads: string[];
  requests: string[];
}

function watch(page: Page): Sent {
  const sent: Sent = { calls: [], reads: [], requests: [] };
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    sent.requests.push(pathname);
    if (!/^\/(api|pusher)\//.test(pathname)) return;
    const call = `${request.method()} ${pathname}${search} ${request.postData() ?? ''}`;
    sent.calls.push(call);
    const { reads } = (request.postDataJSON() ?? {}) as { reads?: { call: string; body?: object }[] };
    sent.reads.push(...(reads?.map((one) => `${one.call} ${one.body ? JSON.stringify(one.body) : ''}`) ?? [call]));
  });
  return sent;
}

/** The channel of the person's notices is joined, and what the page asks for because of it is on its way. */
const joined = (page: Page) =>
  page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => /subscription_succeeded.*"private-user/.test(String(payload)),
    }),
  );

/**
 * Waits until the server knows of the last seconds what it sent: one that has just started makes pages read all again.
 * From then on the pages' time stands still, so that nothing gets old while a busy machine draws.
 */
async function knowsWhatItSent(page: Page): Promise<void> {
  const wholeMs = async () => {
    const isIn = joined(page);
    await page.goto('/en/home');
    const { data } = JSON.parse(String((await isIn).payload)) as { data: string };
    return (JSON.parse(data) as { whole_ms: number }).whole_ms;
  };
  await expect.poll(wholeMs).toBeGreaterThan(15_000);
  await page.clock.setFixedTime(new Date());
}

test('home asks for all that it shows in few calls, and for nothing twice, also once it hears of changes', async ({
  page,
  context,
}) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  await knowsWhatItSent(page);
  const sent = watch(page);
  const isIn = joined(page);
  await page.goto('/en/home');
  await settled(page);
  await isIn;
  await page.waitForLoadState('networkidle');
  process.stdout.write(`home, first visit: ${sent.calls.length} calls, ${sent.requests.length} requests\n`);
  expect(sent.reads.length).toBeGreaterThan(8);
  expect(sent.reads.filter((read, at) => sent.reads.indexOf(read) !== at)).toEqual([]);
  expect(sent.calls.length).toBeLessThanOrEqual(most.calls);
  expect(sent.requests.length - sent.calls.length).toBeLessThanOrEqual(most.files);
});

test('what changes between a read and the joining of the channel is fetched, and nothing else', async ({
  page,
  context,
}) => {
  await register(context);
  await withoutGreeting(context);
  await knowsWhatItSent(page);
  const letGo = await holdBack(page, '**/pusher/auth');
  const sent = watch(page);
  const isIn = joined(page);
  await page.goto('/en/home');
  await settled(page);
  const before = sent.reads.length;
  await openAccounts(context, 'usd');
  letGo();
  await isIn;
  const again = (what: string) => sent.reads.slice(before).filter((read) => read.includes(what));
  await expect.poll(() => again('/api/trading-account')).toHaveLength(1);
  await page.waitForLoadState('networkidle');
  for (const other of ['/api/chat/unread', '/api/payments', '/api/ipo/calendar']) expect(again(other)).toEqual([]);
});
