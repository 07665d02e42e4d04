import { parseArgs } from 'node:util';
import { run } from '../run.ts';
import { playRoll } from './roll/game.ts';
import { buildOlder, isInHistory } from './roll/older-build.ts';

/**
 * `npm run fault:roll [restarts] [calls] [haltMs]`: two built servers of one database behind a load balancer are restarted in turn, six
 * times in all, while clients send at least 1,300 calls and keep sockets open. With `haltMs`, both get no processor for so long while
 * one drains. `npm run fault:roll -- --upgrade [restarts] [calls]`: the next version, with migrations of its own, takes the place of
 * this one. `npm run fault:roll -- --from REF [restarts] [calls]`: this version takes the place of the one at a tag or commit, as
 * far as its migrations allow that. Exit code 1 when a call gets no answer or another than 200, or when a socket cannot be opened again.
 */
const { values, positionals } = parseArgs({
  options: { upgrade: { type: 'boolean', default: false }, from: { type: 'string' } },
  allowPositionals: true,
});
const { upgrade, from } = values;
const [restarts = upgrade || from ? 5 : 6, calls = 1300, haltMs = 0] = positionals.map(Number);

if (from !== undefined && !(await isInHistory(from)))
  throw new Error(`The history of this tree does not have ${from}.`);
if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const older = from === undefined ? {} : { older: await buildOlder(from) };
const { lost, ...outcome } = await playRoll({ restarts, calls, haltMs, upgrade, ...older });
console.log(JSON.stringify({ ...outcome, lost: lost.length }));
if (lost.length > 0) {
  console.error([...new Set(lost)].join('\n'));
  process.exitCode = 1;
}
