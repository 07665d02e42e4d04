import { expect, test } from '@playwright/test';
import { playRounds } from '../../scripts/fault/rounds.ts';

test.describe.configure({ timeout: 600_000 });

/** The short form of `npm run fault:kill`. */
for (const where of ['embedded', 'outside'] as const) {
  test(`kill -9 amid transfers loses nothing and does nothing twice, database ${where}`, async () => {
    const outcome = await playRounds(3, where);
    expect(outcome).toMatchObject({ rounds: 3, problems: [] });
    expect(outcome.hasReply).toBeGreaterThan(10);
  });
}
