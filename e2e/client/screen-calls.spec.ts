import { expect, type BrowserContext } from '@playwright/test';
import { call } from '../support/api.ts';
import { demoPerson, signIn, withoutGreeting } from '../support/people.ts';
import { joined, knowsWhatItSent, readTwice, watch } from '../support/sent.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/test.ts';

/** For a busy machine: a screen is drawn in more steps, and each asks for itself. */
const spare = 2;

/**
 * What each screen reads, and the calls that its first visit takes. `again` is read again by itself, every five seconds.
 */
const screens = [
  {
    what: 'a wallet',
    path: async (context: BrowserContext) =>
      `wallet/${(await call(context, 'POST /api/wallets', { body: {} })).map(({ id }) => id)[0]}`,
    reads: ['wallets-info', 'wallets/explain', 'wallets/operations', 'payments/limits'],
    calls: 4,
  },
  {
    what: 'a trading account',
    path: async (context: BrowserContext) => {
      const accounts = await call(context, 'POST /api/trading-account', { body: {} });
      return `trading-account/${accounts.map(({ trading_account_id: number }) => number)[0]}`;
    },
    reads: ['trading-account/open', 'trading-account/equity'],
    again: /trading-account\/open/,
    calls: 4,
  },
  {
    what: 'the portfolio',
    path: () => 'investor',
    reads: ['portfolio/overview', 'portfolio/performance', 'portfolio/tiers'],
    calls: 4,
  },
];

for (const { what, path, reads, again, calls } of screens) {
  test(`${what} asks for all that it shows in few calls, and for nothing twice`, async ({ page, context }) => {
    await signIn(context, demoPerson('james'));
    await withoutGreeting(context);
    const address = `/en/${await path(context)}`;
    await knowsWhatItSent(page, address);
    const sent = watch(page);
    const isIn = joined(page);
    await page.goto(address);
    await settled(page);
    await isIn;
    await page.waitForLoadState('networkidle');
    const { length: made } = sent.calls.filter((parts, at) => {
      const before = new Set(sent.calls.slice(0, at).flat());
      return !parts.every((read) => again?.test(read) && before.has(read));
    });
    process.stdout.write(`${what}, first visit: ${made} calls for ${new Set(sent.reads).size} reads\n`);
    for (const name of reads) expect(sent.reads.join('\n')).toContain(`POST /api/${name} `);
    expect(readTwice(sent).filter((read) => !again?.test(read))).toEqual([]);
    expect(made).toBeLessThanOrEqual(calls + spare);
  });
}
