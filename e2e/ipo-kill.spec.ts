import { expect, test } from '@playwright/test';
import { playKills } from '../scripts/bench/ipo/play-kills.ts';

test.describe.configure({ timeout: 300_000 });

/** The short form of what `npm run bench:ipo` ends with. */
test('kill -9 amid an allotment: it goes on, and ends as if nothing had happened', async () => {
  const { killedAt, problems } = await playKills(800, 2);
  expect(killedAt).toHaveLength(2);
  expect(killedAt.every((settled) => settled < 800)).toBe(true);
  expect(problems).toEqual([]);
});
