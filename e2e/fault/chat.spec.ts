import { expect, test } from '@playwright/test';
import { playChat } from '../../scripts/fault/chat/game.ts';

/** The short form of `npm run fault:chat`. */
test('a talk loses and doubles nothing while servers, bus and cables fail', async () => {
  test.setTimeout(360_000);
  const outcome = await playChat({ messages: 60, sleepS: 5, seconds: 20 });
  expect(outcome).toMatchObject({ messages: 120, kills: 2, restarts: 1, busOutages: 2, sleptS: 5, problems: [] });
  expect(outcome.cuts).toBeGreaterThan(3);
});
