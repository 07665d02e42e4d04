import { afterAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet } from '#test/money/wallet.ts';
import { writeAudit } from './audit.ts';
import { extendAuditChain } from './chain.ts';
import { verifyAudit, type AuditProof } from './verify.ts';
import { movableClock } from '../clock.ts';
import { sql, type Sql } from '../db/sql.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const clock = movableClock(new Date('2026-03-02T12:00:00.123Z'));
const { clientId } = await clientWithWallet(db);
const write = (reason: string) =>
  db.tx((tx) =>
    writeAudit(tx, clock, { actorId: clientId, clientId, action: 'clients.set_level', details: { reason } }),
  );
const encrypt = () => extendAuditChain({ db, clock });
const verify = (stored?: Parameters<typeof verifyAudit>[1]) => db.snapshot((tx) => verifyAudit(tx, stored));
const entryOf = async (seq: bigint) =>
  (await db.one<{ id: string }>(sql`select entry_id as id from audit_chain where seq = ${seq}`)).id;

/** The result of the proof after these statements, which are rolled back. */
async function provenAfter(...statements: Sql[]): Promise<AuditProof['breach']> {
  const nothingHappened = new Error('rolled back');
  let proof: AuditProof | undefined;
  const tables = ['audit_entry', 'audit_chain', 'audit_chain_pending'];
  const outcome = db.tx(async (tx) => {
    for (const table of tables) await tx.run(sql([`alter table ${table} disable trigger user`]));
    for (const statement of statements) await tx.run(statement);
    for (const table of tables) await tx.run(sql([`alter table ${table} enable trigger user`]));
    proof = await verifyAudit(tx);
    throw nothingHappened;
  });
  await expect(outcome).rejects.toBe(nothingHappened);
  return proof?.breach;
}

beforeEach(async () => {
  await write('a “quoted” reason\nof two lines');
  await write('another');
  await encrypt();
});

it('chains what was written, in its order, and the chain is intact', async () => {
  const before = (await verify()).head?.seq ?? 0n;
  const entries = await db.rows<{ id: string }>(sql`select id from audit_entry order by id`);
  await write('third');
  expect(await verify()).toMatchObject({ waiting: 1n, head: { seq: before } });
  expect(await encrypt()).toMatchObject({ seq: before + 1n });
  expect(await encrypt()).toBeUndefined();
  const { breach, waiting, head } = await verify();
  expect({ breach, waiting, seq: head?.seq }).toEqual({ breach: undefined, waiting: 0n, seq: before + 1n });
  const encrypted = await db.rows<{ id: string }>(
    sql`select entry_id as id from audit_chain order by seq limit ${before}`,
  );
  expect(encrypted).toEqual(entries);
});

it('makes one chain of concurrent writers and concurrent chaining', async () => {
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      await write(`at once ${n}`);
      if (n % 6 === 0) await encrypt();
    }),
  );
  await Promise.all([encrypt(), encrypt(), encrypt()]);
  const { breach, waiting, head } = await verify();
  expect({ breach, waiting }).toEqual({ breach: undefined, waiting: 0n });
  const { entries } = await db.one<{ entries: bigint }>(sql`select count(*) as entries from audit_entry`);
  expect(head?.seq).toBe(entries);
});

it.each<[string, (id: string) => Sql[], (id: string) => string]>([
  [
    'an act that was changed',
    (id) => [sql`update audit_entry set action = 'test.other' where id = ${id}`],
    (id) => `seal 2, entry ${id}: the entry is not what was sealed`,
  ],
  [
    'details that were changed',
    (id) => [sql`update audit_entry set details = '{}' where id = ${id}`],
    (id) => `seal 2, entry ${id}: the entry is not what was sealed`,
  ],
  [
    'a time that was moved by a microsecond',
    (id) => [sql`update audit_entry set created_at = created_at + interval '1 microsecond' where id = ${id}`],
    (id) => `seal 2, entry ${id}: the entry is not what was sealed`,
  ],
  [
    'an entry that was taken out',
    (id) => [
      sql([`alter table audit_chain drop constraint audit_chain_entry_id_fkey`]),
      sql`delete from audit_entry where id = ${id}`,
    ],
    (id) => `seal 2, entry ${id}: the entry is missing`,
  ],
  [
    'a seal that was forged',
    (id) => [sql`update audit_chain set hash = sha256(hash) where entry_id = ${id}`],
    (id) => `seal 2, entry ${id}: the entry is not what was sealed`,
  ],
])('names %s', async (_, tampering, expected) => {
  const id = await entryOf(2n);
  const breach = await provenAfter(...tampering(id));
  expect(`${breach?.row}: ${breach?.why}`).toBe(expected(id));
});

it('names the position of an entry that was deleted with its link', async () => {
  const [second, third] = [await entryOf(2n), await entryOf(3n)];
  const breach = await provenAfter(
    sql`delete from audit_chain where seq = 2`,
    sql`delete from audit_entry where id = ${second}`,
  );
  expect(breach).toEqual({ row: `seal 3, entry ${third}`, why: 'seal 2 is missing' });
});

it('names an entry that was left out of the chain', async () => {
  await write('to be forgotten');
  const { id } = await db.one<{ id: string }>(sql`select entry_id as id from audit_chain_pending`);
  const breach = await provenAfter(sql`delete from audit_chain_pending`);
  expect(breach).toEqual({ row: `entry ${id}`, why: 'it is neither sealed nor waiting for its seal' });
});

it('notices by a stored head that the log was cut or rewritten', async () => {
  const { head } = await verify();
  await write('later');
  await encrypt();
  expect((await verify(head)).breach).toBeUndefined();
  const other = { seq: head!.seq, hash: Buffer.alloc(32, 7) };
  expect((await verify(other)).breach).toEqual({ row: `seal ${head!.seq}`, why: 'it is not the one that was kept' });
});

it.each([
  ['a seal', sql`update audit_chain set chained_at = now()`, 'append-only'],
  ['a seal', sql`delete from audit_chain`, 'append-only'],
  ['the seals', sql`truncate audit_chain`, 'append-only'],
  ['the log', sql`truncate audit_entry cascade`, 'append-only'],
  ['an entry', sql`update audit_entry set action = 'other'`, 'append-only'],
])('cannot be changed or emptied: %s', async (_, statement, isCopied) => {
  await expect(db.run(statement)).rejects.toThrow(isCopied);
});

it('chains nothing out of order, and lets no entry be deleted before it is chained', async () => {
  await write('waits');
  await expect(db.run(sql`delete from audit_chain_pending`)).rejects.toThrow('is not in the chain yet');
  const forged = sql`
    insert into audit_chain (seq, entry_id, previous, hash, chained_at)
    select 4711, entry_id, sha256('a'), sha256('b'), now() from audit_chain_pending`;
  await expect(db.run(forged)).rejects.toMatchObject({ constraint: 'audit_chain_follows' });
});
