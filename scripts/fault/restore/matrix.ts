import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { restoreBackup } from '#server/platform/db/backup/restore-backup.ts';
import { writeBackup } from '#server/platform/db/backup/write-backup.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { startServerOf, type DebianServer } from '#test/database/debian-postgres.ts';
import { dataFolder, freePort, startServer } from '../../../e2e/support/server-process.ts';
import { root } from '../../run.ts';
import { differences, request, writeScripts } from './checks.ts';
import { localesOf, type Programs } from './places.ts';

/** One server with one locale. */
interface Place {
  name: string;
  server: DebianServer;
  locale: string;
}

/** `problems` is empty when every restore succeeded and had the same content. */
export interface Outcome {
  places: string[];
  restores: number;
  problems: string[];
}

const silent = { info() {}, warn() {}, error() {} };
const owner = 'atrium_owner';

/**
 * Restores a demo with texts in 15 scripts on every server and in every locale, saves it there, and restores each of
 * these backups everywhere again.
 */
export async function playMatrix(
  programs: readonly Programs[],
  report: (line: string) => void = () => {},
): Promise<Outcome> {
  const data = await dataFolder();
  const folder = dirname(data);
  const places: Place[] = [];
  const outcome: Outcome = { places: [], restores: 0, problems: [] };
  try {
    for (const each of programs) places.push(...(await open(each)));
    outcome.places = places.map(({ name }) => name);
    const first = join(folder, 'demo.tar');
    await saveDemo(data, first);
    const saved: { from: string; archive: string }[] = [];
    for (const [nth, place] of places.entries()) {
      const archive = join(folder, `${nth}.tar`);
      const problems = await tryRestore(first, place, folder, (url) => save(url, data, archive));
      note(outcome, report, 'the demo', place.name, problems);
      if (problems.length === 0) saved.push({ from: place.name, archive });
    }
    for (const { from, archive } of saved)
      for (const to of places) note(outcome, report, from, to.name, await tryRestore(archive, to, folder));
    return outcome;
  } finally {
    for (const server of new Set(places.map((place) => place.server))) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function note(outcome: Outcome, report: (line: string) => void, from: string, to: string, problems: string[]): void {
  outcome.restores += 1;
  outcome.problems.push(...problems.map((problem) => `${from} → ${to}: ${problem}`));
  report(
    `${problems.length === 0 ? '✓' : '✗'} ${from} → ${to}${problems.map((problem) => `\n    ${problem}`).join('')}`,
  );
}

async function open(programs: Programs): Promise<Place[]> {
  const server = await startServerOf(programs.bin);
  await request(server.address('postgres'), `create role ${owner} login`);
  return Object.entries(localesOf(programs)).map(([name, locale]) => ({
    name: `${programs.version} ${name}`,
    server,
    locale,
  }));
}

/** A new demo of the built product, stopped, with its uploaded files. */
async function saveDemo(data: string, archive: string): Promise<void> {
  const server = await startServer(data, await freePort(), { DEMO: '1' });
  await server.stop();
  const database = await openDatabase({ dataDir: data }, silent);
  try {
    await writeScripts(database.owner);
    await save(database.owner, data, archive);
  } finally {
    await database.stop();
  }
}

const save = (url: string, dataDir: string, archive: string) =>
  writeBackup({ url, dataDir, atriumVersion: 'restore' }, archive);

/** What is wrong with a restore into a new database of its own, which an owner without further rights does. */
async function tryRestore(
  archive: string,
  { server, locale }: Place,
  folder: string,
  then: (url: string) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const admin = server.address('postgres');
  await request(admin, `create database matrix template template0 owner ${owner} ${locale}`);
  const dataDir = join(folder, 'restored');
  try {
    const url = server.address('matrix').replace('postgres@', `${owner}@`);
    await restoreBackup(archive, { url, dataDir, migrations: resolve(root, 'migrations'), replace: false });
    const found = await differences(url);
    await then(url);
    return found;
  } catch (error) {
    return [(error as Error).message];
  } finally {
    await request(admin, 'drop database matrix with (force)');
    await rm(dataDir, { recursive: true, force: true });
  }
}
