import { expect, test } from '@playwright/test';
import { playKills } from '../../scripts/bench/ipo/play-kills.ts';

test.describe.configure({ timeout: 600_000 });

/** They are settled in bundles of 200: so many that a busy machine polls in time between two of them. */
const applications = 2400;

/** The short form of what `npm run bench:ipo` ends with. */
test('kill -9 amid an allotment: it goes on, and ends as if nothing had happened', async () => {
  const { killedAt, problems } = await playKills(applications, 2);
  expect(killedAt).toHaveLength(2);
  expect(killedAt.every((settled) => settled < applications)).toBe(true);
  expect(problems).toEqual([]);
});
