import { expect } from '@playwright/test';
import { holdBack } from '../support/outbound.ts';
import { demoPerson, openAccounts, register, signIn, withoutGreeting } from '../support/people.ts';
import { filesOf, joined, knowsWhatItSent, readTwice, watch } from '../support/sent.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/test.ts';

/**
 * What the first visit to home may cost. It takes 4 calls and 21 files. On a busy machine the screen is drawn in more
 * than one step, and each step asks for itself; what other tests leave (a footer, a name in other letters) adds files.
 */
const most = { calls: 6, files: 23 };

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
  expect(readTwice(sent)).toEqual([]);
  expect(sent.calls.length).toBeLessThanOrEqual(most.calls);
  const files = filesOf(sent);
  process.stdout.write(`home, the last files: ${files.slice(20).join(' ')}\n`);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(most.files);
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
