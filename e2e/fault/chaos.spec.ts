import { expect, test } from '@playwright/test';
import { playChaos } from '../../scripts/fault/chaos/game.ts';

test.describe.configure({ timeout: 600_000 });

/** The short form of `npm run chaos`. */
test('three instances lose nothing and do nothing twice while one is killed, the bucket fails and PostgreSQL fails over', async () => {
  const only = /instance is killed|bucket|fails over/;
  const outcomes = await playChaos({ holdMs: 1500, watchMs: 3000, only });
  expect(outcomes.map(({ problems }) => problems)).toEqual([[], [], []]);
  for (const { answers } of outcomes) expect(answers).toBeGreaterThan(10);
});
