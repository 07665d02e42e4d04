import { run } from '../run.ts';
import { playChat } from './chat/game.ts';

/**
 * `npm run fault:chat [messages]`: a client and support, on four devices and through two servers of the built product, say 500
 * messages each while everything that may happen to servers, bus, cables and devices does. Exit code 1 when anything that
 * was said is lost or doubled on any device.
 */
const messages = Number(process.argv[2] ?? 500);

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const { problems, ...outcome } = await playChat({ messages, sleepS: 60, seconds: 100 });
console.log(`${JSON.stringify(outcome)}, ${problems.length === 0 ? 'nothing lost, nothing doubled' : ''}`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
