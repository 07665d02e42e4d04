import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { readConfig } from '#server/platform/config/config.ts';
import { connect } from '#server/platform/db/database.ts';
import { accountFor } from '#server/platform/db/embedded/account.ts';
import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { ownerRole, servingRole } from '#server/platform/db/embedded/credentials.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { allowServing } from '#server/platform/db/serving-role.ts';
import type { TestDatabase } from '../database.ts';
import { startServerOf, startStandbyOf, type DebianServer } from './debian-postgres.ts';
import { encryptedDatabase } from './encrypted-handle.ts';

const migrations = resolve(import.meta.dirname, '../../migrations');
const name = 'atrium';
const silent = { info() {}, warn() {}, error() {} };

/** A migrated database on a server of its own, with the clock of the machine, and a standby of that server. */
export async function replicatedDatabase(): Promise<{
  database: TestDatabase;
  standby: DebianServer;
  replica: string;
}> {
  const bin = dirname(findBinaries(accountFor(undefined)).postgres);
  const primary = await startServerOf(bin, { wal_keep_size: '512MB', autovacuum: 'off' });
  await createDatabase(primary);
  const url = addressAs(primary, ownerRole);
  const serving = addressAs(primary, servingRole);
  await migrate(url, migrations, silent);
  await allowServing(url, serving, { demo: true });
  const standby = await startStandbyOf(bin, primary);
  const secrets = readConfig({});
  const db = encryptedDatabase(connect(url, silent, { secrets }), secrets);
  const database: TestDatabase = {
    db,
    url,
    serving,
    setClock() {},
    async drop() {
      await db.close();
      await standby.stop();
      await primary.stop();
    },
  };
  return { database, standby, replica: addressAs(standby, servingRole) };
}

/** Both roles, and an empty database of the owner. @returns its name */
export async function createDatabase(server: DebianServer): Promise<string> {
  await on(server, `create role ${ownerRole} login; create role ${servingRole} login`);
  await on(server, `create database ${name} owner ${ownerRole}`);
  return name;
}

/** Runs statements as the superuser of a server. */
export async function on(server: DebianServer, text: string): Promise<object[]> {
  const client = new pg.Client(server.address('postgres'));
  await client.connect();
  try {
    return (await client.query(text)).rows as object[];
  } finally {
    await client.end();
  }
}

/** A standby that stands still, from when this returns. */
export async function pauseReplay(standby: DebianServer): Promise<void> {
  await on(standby, 'select pg_wal_replay_pause()');
  const state = async () => on(standby, 'select pg_get_wal_replay_pause_state() as state');
  while (!isDeepStrictEqual(await state(), [{ state: 'paused' }])) await sleep(5);
}

const addressAs = (server: DebianServer, role: string) => server.address(name).replace('//postgres@', `//${role}@`);
