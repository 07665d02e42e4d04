import { run } from '../run.ts';
import { canRecover } from './recover/pgbackrest.ts';
import { rehearse } from './recover/rehearsal.ts';

/**
 * `npm run fault:recover [seconds]`: an outside PostgreSQL with pgBackRest goes back to a moment before a mistake, and comes
 * back from its archive alone, after clients have moved money for so many seconds. Exit code 1 when an act from before the
 * moment is lost, one from after it is there, more is lost with the machine than the archive may lack, or the books do not
 * agree.
 */
const seconds = Number(process.argv[2] ?? 90);

if (!canRecover()) {
  console.error('This needs PostgreSQL 15 or newer and pgBackRest: apt-get install postgresql pgbackrest');
  process.exit(1);
}
if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
console.log(
  '| loss | confirmed | lost | s before the loss | s to a database | s to a ready server | problems |\n|---|---|---|---|---|---|---|',
);
for (const { what, confirmed, lost, lossS, databaseS, readyS, problems } of await rehearse(seconds)) {
  const times = [lossS, databaseS, readyS].map((value) => value.toFixed(1));
  console.log(`| ${[what, confirmed, lost, ...times, problems.length].join(' | ')} |`);
  if (problems.length === 0) continue;
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
