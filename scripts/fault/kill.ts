import { run } from '../run.ts';
import { playRounds } from './rounds.ts';

/**
 * `npm run fault:kill [rounds]`: kill -9 of the built server in the middle of a stream of transfers, 200 times on its own
 * database and 200 times on one beside it that is itself restarted at random. Exit code 1 when anything answered is
 * lost, anything is done twice, or the books do not agree.
 */
const rounds = Number(process.argv[2] ?? 200);

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
for (const where of ['embedded', 'outside'] as const) {
  const { problems, ...outcome } = await playRounds(rounds, where, console.log);
  console.log(`${where}: ${JSON.stringify(outcome)}, ${problems.length === 0 ? 'nothing lost, nothing doubled' : ''}`);
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  }
}
