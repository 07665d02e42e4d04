import { setTimeout as sleep } from 'node:timers/promises';
import { on } from '#test/database/replicated.ts';
import type { Installation } from './installation.ts';

/** What happens to an installation. `begin` returns how it ends; undefined where it cannot happen here. */
export interface Fault {
  name: string;
  begin(installation: Installation): Promise<(() => Promise<void> | void) | undefined>;
}

const slowMs = 60;

/** In the order in which they happen; after the last one there is no standby. */
export const faults: readonly Fault[] = [
  {
    name: 'an instance is killed, and started again',
    async begin({ servers, startAgain }) {
      await servers[0]?.kill();
      return () => startAgain(0);
    },
  },
  {
    name: 'an instance gets no processor',
    async begin({ servers }) {
      servers[1]?.signal('SIGSTOP');
      return Promise.resolve(() => servers[1]?.signal('SIGCONT'));
    },
  },
  {
    name: 'PostgreSQL is killed, and started again',
    async begin({ primary }) {
      await primary.kill();
      return () => primary.startAgain();
    },
  },
  {
    name: 'PostgreSQL is slow',
    async begin({ wires }) {
      for (const wire of wires) wire.delay(slowMs);
      return Promise.resolve(() => wires.forEach((wire) => wire.delay(0)));
    },
  },
  {
    name: 'Valkey is away',
    async begin({ redis }) {
      await redis.stop();
      return () => redis.start();
    },
  },
  {
    name: 'the bucket answers 500',
    async begin({ bucket }) {
      bucket.keepLying('failed');
      return Promise.resolve(() => bucket.beHonest());
    },
  },
  {
    name: 'the disk of PostgreSQL is full',
    async begin({ disk, primary }) {
      if (!disk) return undefined;
      await disk.fill();
      return async () => {
        await disk.free();
        if (!primary.isRunning()) await primary.startAgain();
      };
    },
  },
  {
    name: 'the clock of an instance jumps two minutes ahead, and back',
    async begin({ servers }) {
      servers[2]?.signal('SIGUSR2');
      return Promise.resolve(() => servers[2]?.signal('SIGUSR2'));
    },
  },
  {
    name: 'PostgreSQL fails over to its standby',
    async begin({ primary, standby }) {
      await primary.kill();
      await sleep(500);
      await on(standby, 'select pg_promote()');
      return () => {};
    },
  },
];
