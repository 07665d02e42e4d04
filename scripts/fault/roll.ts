import { run } from '../run.ts';
import { playRoll } from './roll/game.ts';

/**
 * `npm run fault:roll [restarts] [calls] [haltMs]`: two built servers of one database behind a load balancer are restarted in turn, six
 * times in all, while clients send at least 1,300 calls and keep sockets open. With `haltMs`, both get no processor for so long while
 * one drains. `npm run fault:roll -- --upgrade [restarts] [calls]`: the next version, with migrations of its own, takes the place of
 * this one. Exit code 1 when a call gets no answer or another than 200, or when a socket cannot be opened again.
 */
const upgrade = process.argv.includes('--upgrade');
const numbers = process.argv.slice(2).filter((word) => word !== '--upgrade');
const [restarts = upgrade ? 5 : 6, calls = 1300, haltMs = 0] = numbers.map(Number);

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const { lost, ...outcome } = await playRoll({ restarts, calls, haltMs, upgrade });
console.log(JSON.stringify({ ...outcome, lost: lost.length }));
if (lost.length > 0) {
  console.error([...new Set(lost)].join('\n'));
  process.exitCode = 1;
}
