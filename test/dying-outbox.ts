import { systemClock } from '#server/platform/clock.ts';
import { connect } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/monitoring/log.ts';
import { openMetrics } from '#server/platform/monitoring/metrics.ts';
import { openOutbox } from '#server/platform/outbox/outbox.ts';

/** An instance that emits one event and dies at a moment of it, as by a failing machine. */
const [url = '', moment = ''] = process.argv.slice(2);
const log = openLog('silent');
const db = connect(url, log);
const outbox = openOutbox({ db, clock: systemClock, log, metrics: openMetrics() });
const dieAt = (now: string) => now === moment && process.kill(process.pid, 'SIGKILL');

outbox.on(
  'realtime.sent',
  async () => {
    dieAt('in the middle of its delivery');
    process.send?.('delivered');
  },
  'quick',
);
await db.tx(async (tx) => {
  await outbox.emit(tx, 'realtime.sent', { channel: 'private-a', event: moment, data: '{}' });
  dieAt('before its commit');
});
dieAt('between its commit and its delivery');
await outbox.drain();
