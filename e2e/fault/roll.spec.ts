import { expect, test } from '@playwright/test';
import { playRoll } from '../../scripts/fault/roll/game.ts';
import { buildOlder, newestRelease } from '../../scripts/fault/roll/older-build.ts';

test.describe.configure({ timeout: 300_000 });

/** The short form of `npm run fault:roll -- --upgrade`. */
test('the next version takes the place of this one without a lost call or socket', async () => {
  const { lost, hasReply, reconnects } = await playRoll({ restarts: 3, calls: 300, haltMs: 0, upgrade: true });
  expect(lost).toEqual([]);
  expect(hasReply).toBeGreaterThanOrEqual(300);
  expect(reconnects).toBeGreaterThan(0);
});

/** The short form of `npm run fault:roll -- --from v0.1.0`. */
test('this version takes the place of the last release as far as its migrations allow', async () => {
  const release = await newestRelease();
  test.skip(release === undefined, 'The history of this tree has no release.');
  const older = await buildOlder(release ?? '');
  const { lost, hasReply } = await playRoll({ restarts: 3, calls: 300, haltMs: 0, older });
  expect(lost).toEqual([]);
  expect(hasReply).toBeGreaterThanOrEqual(300);
});
