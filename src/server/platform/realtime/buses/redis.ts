import { Redis } from 'ioredis';
import type { Log } from '../../monitoring/log.ts';
import type { Bus } from './bus.ts';

/** So that several installations may share a server. */
const prefix = 'atrium:realtime:';
const longestPauseMs = 5000;

/** Redis or Valkey, a subject each. Two connections: one that listens may do nothing else. */
export function redisBus(url: string, log: Pick<Log, 'warn' | 'info'>): Bus {
  const open = () =>
    new Redis(url, {
      lazyConnect: true,
      // What could not be sent is lost and fetched by its subscribers; queued, it would arrive late and out of order.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      retryStrategy: (tries) => Math.min(longestPauseMs, 100 * 2 ** Math.min(tries, 6)),
    });
  const sender = open();
  const listener = open();
  const subjects = new Set<string>();
  let wasDown = false;

  const isUp = () => sender.status === 'ready' && listener.status === 'ready';
  const failed = (error: Error) => {
    if (!wasDown) log.warn({ reason: error.message }, 'the realtime bus is down');
    wasDown = true;
  };
  const quietly = (action: Promise<unknown>) => void action.catch(failed);

  return {
    name: 'redis',
    start(received, isBack) {
      for (const one of [sender, listener]) {
        one.on('error', failed);
        one.on('close', () => (wasDown = true));
        one.on('ready', () => {
          if (!isUp()) return;
          if (wasDown) log.info({}, 'the realtime bus is back');
          if (wasDown) isBack();
          wasDown = false;
        });
        quietly(one.connect());
      }
      listener.on('ready', () => {
        if (subjects.size > 0) quietly(listener.subscribe(...[...subjects].map((subject) => prefix + subject)));
      });
      listener.on('message', (_, text: string) => received(text));
    },
    // It is on the line as soon as this returns.
    publish: async (subject, text) => quietly(sender.publish(prefix + subject, text)),
    join(subject) {
      subjects.add(subject);
      if (listener.status === 'ready') quietly(listener.subscribe(prefix + subject));
    },
    leave(subject) {
      subjects.delete(subject);
      if (listener.status === 'ready') quietly(listener.unsubscribe(prefix + subject));
    },
    isUp,
    async stop() {
      sender.disconnect();
      listener.disconnect();
    },
  };
}
