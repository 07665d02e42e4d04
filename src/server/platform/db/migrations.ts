import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * One file of `migrations/`: `name` is the file's name, `checksum` the sha256 of its bytes in hex. `worksWith` is the oldest
 * version of Atrium that works on the schema after it; null where only versions that have the file do.
 */
export type Migration = {
  name: string;
  checksum: string;
  text: string;
  worksWith: string | null;
  /** Its statements; undefined for a file that runs in one transaction. */
  apart?: readonly string[];
};

/** What the database remembers of a migration that it has applied. */
export type Applied = Pick<Migration, 'name' | 'checksum'> & { worksWith?: string | null };

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const WORKS_WITH = /^-- works with: (\d+\.\d+\.\d+)$/m;
const NO_TRANSACTION = /^-- no transaction$/m;
/** What runs outside a transaction can be repeated: after a crash the whole file runs again. */
const REPEATABLE = /^(drop index concurrently if exists|analyze)\s/i;
/** With a name of its own and no schema, by which it is looked at afterwards. */
const INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([a-z0-9_]+)\s+on\s/i;
/** The bare words only: `begin` without a semicolon opens a function's body. */
const TRANSACTION_WORD = /^\s*(begin|start|commit|rollback)(\s+(work|transaction))?\s*;/im;

/** Reads the migrations of `folder` in their order. Throws when a file is misnamed, shares its number, or ends its own transaction. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  migrations.forEach(({ name }, index) => {
    const before = migrations[index - 1]?.name;
    if (before?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(
        `Migrations ${before} and ${name} have the same number: give the newer one the next free number.`,
      );
    }
  });
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  if (!FILE_NAME.test(name)) throw new Error(`Migration ${name} is misnamed: write NNNN_what_it_does.sql.`);
  const text = await readFile(join(folder, name), 'utf8');
  if (TRANSACTION_WORD.test(text)) {
    throw new Error(
      `Migration ${name} begins or ends a transaction: leave that out, each file already runs in its own.`,
    );
  }
  const checksum = createHash('sha256').update(text).digest('hex');
  const migration = { name, text, checksum, worksWith: WORKS_WITH.exec(text)?.[1] ?? null };
  return NO_TRANSACTION.test(text) ? { ...migration, apart: statementsApart(name, text) } : migration;
}

function statementsApart(name: string, text: string): string[] {
  const statements = text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const other = statements.find((statement) => !REPEATABLE.test(statement) && !INDEX.test(statement));
  if (other !== undefined) {
    throw new Error(
      `Migration ${name} runs outside a transaction, which only "create index concurrently if not exists NAME on", "drop ` +
        `index concurrently if exists" and "analyze" may; put this into a file of its own: ${other.slice(0, 60)}`,
    );
  }
  return statements;
}

/** The name of the index that a statement outside a transaction builds. */
export const indexMadeBy = (statement: string): string | undefined => INDEX.exec(statement)?.[1];

/** Whether a version is the other or a newer one; both are three numbers with dots. */
export function isAtLeast(version: string, other: string): boolean {
  const [own = [], least = []] = [version, other].map((each) => each.split('.').map(Number));
  const differing = own.findIndex((number, index) => number !== least[index]);
  return differing === -1 || Number(own[differing]) > Number(least[differing]);
}

/** Whether a version of Atrium works on a schema after this migration, without having its file. */
export const worksOn = (version: string, { worksWith }: Pick<Applied, 'worksWith'>): boolean =>
  worksWith != null && isAtLeast(version, worksWith);

/** What was applied, without what a newer version has added that this one works with. */
export function withoutAdded(migrations: Migration[], applied: Applied[], version: string): Applied[] {
  const own = new Set(migrations.map(({ name }) => name));
  return applied.filter((each) => own.has(each.name) || !worksOn(version, each));
}

/** The pending migrations. Throws when the histories of the database and the folder differ. */
export function pendingMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration) {
      throw new Error(
        `Migration ${name} was applied by a newer version of Atrium, and this one does not work with it: use the newer version. ` +
          'A demo from before version 0.1 cannot be upgraded: delete its data folder.',
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it had been applied: restore the file and write a new migration.`,
      );
    }
  }
  const last =
    applied
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? '';
  const done = new Set(applied.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !done.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late)
    throw new Error(
      `Migration ${late.name} comes before ${last}, which is already applied: give it the next free number.`,
    );
  return pending;
}
