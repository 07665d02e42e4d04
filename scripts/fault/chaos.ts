import { run } from '../run.ts';
import { playChaos } from './chaos/game.ts';

/**
 * `npm run chaos [seconds] [words]`: three built servers behind a load balancer, on PostgreSQL with a synchronous standby, Valkey
 * and a bucket, meet one fault after another for so many seconds each, under load; with words, only the faults whose name holds
 * them. Exit code 1 when anything answered is lost or done twice, the books do not agree, or calls fail for more than ten seconds
 * after a fault has ended.
 */
const [seconds = '30', words = ''] = process.argv.slice(2);

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
console.log(
  '| fault | answers | failed | last one after its end, ms | none succeeded for, ms | problems |\n|---|---|---|---|---|---|',
);
const outcomes = await playChaos(
  { holdMs: Number(seconds) * 1000, watchMs: 12_000, only: new RegExp(words) },
  ({ fault, answers, failed, failedAfterMs, awayMs, problems }) =>
    console.log(`| ${fault} | ${answers} | ${failed} | ${failedAfterMs} | ${awayMs} | ${problems.length} |`),
);
const problems = outcomes.flatMap(({ fault, problems: found }) => found.map((problem) => `${fault}: ${problem}`));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
