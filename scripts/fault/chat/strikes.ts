import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ServerProcess } from '../../../e2e/support/server-process.ts';
import type { Device } from './device.ts';

/** What was done to a talk. */
export interface Strikes {
  kills: number;
  restarts: number;
  busOutages: number;
  cuts: number;
  sleptS: number;
}

interface Target {
  db: Db;
  servers: ServerProcess[];
  start(index: number): Promise<void>;
  devices: readonly Device[];
  sleeper: Device;
  sleepS: number;
  seconds: number;
  isOver(): boolean;
}

const outageS = 2;

/** Causes the failures, in turns and over so many seconds; returns when everything runs again. */
export async function strike(target: Target): Promise<Strikes> {
  const { db, servers, start, sleeper, sleepS, seconds } = target;
  const strikes: Strikes = { kills: 0, restarts: 0, busOutages: 0, cuts: 0, sleptS: 0 };
  const part = (share: number) => sleep(seconds * 1000 * share);

  const kill = async () => {
    await servers[0]?.kill();
    strikes.kills += 1;
    await start(0);
  };
  const restart = async () => {
    await servers[1]?.stop();
    strikes.restarts += 1;
    await start(1);
  };
  const silence = async () => {
    for (const end = performance.now() + outageS * 1000; performance.now() < end; await sleep(20))
      await db.rows(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'atrium realtime'`);
    strikes.busOutages += 1;
  };
  const nap = async () => {
    await part(0.1);
    sleeper.wire.sleep();
    await sleep(sleepS * 1000);
    sleeper.wire.wake();
    sleeper.look();
    strikes.sleptS = sleepS;
  };
  const cut = async () => {
    while (!target.isOver()) {
      await part(0.07 * (0.5 + Math.random()));
      target.devices[Math.floor(Math.random() * target.devices.length)]?.wire.cut();
      strikes.cuts += 1;
    }
  };
  const blows = async () => {
    for (const blow of [silence, kill, restart, silence, kill]) {
      await part(0.1);
      await blow();
    }
  };
  await Promise.all([nap(), cut(), blows()]);
  return strikes;
}
