import { expect, test } from '@playwright/test';
import { playRoll } from '../../scripts/fault/roll/game.ts';

test.describe.configure({ timeout: 300_000 });

/** The short form of `npm run fault:roll -- --upgrade`. */
test('the next version takes the place of this one without a lost call or socket', async () => {
  const { lost, hasReply, reconnects } = await playRoll({ restarts: 3, calls: 300, haltMs: 0, upgrade: true });
  expect(lost).toEqual([]);
  expect(hasReply).toBeGreaterThanOrEqual(300);
  expect(reconnects).toBeGreaterThan(0);
});
