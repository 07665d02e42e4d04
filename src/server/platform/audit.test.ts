import { afterAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet } from '#test/wallet.ts';
import { writeAudit } from './audit.ts';
import { sealAudit } from './audit-chain.ts';
import { verifyAudit, type AuditProof } from './audit-verify.ts';
import { movableClock } from './clock.ts';
import { sql, type Sql } from './db/sql.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const clock = movableClock(new Date('2026-03-02T12:00:00.123Z'));
const { clientId } = await clientWithWallet(db);
const write = (reason: string) =>
  db.tx((tx) => writeAudit(tx, clock, { actorId: clientId, clientId, act: 'clients.set_level', details: { reason } }));
const seal = () => sealAudit({ db, clock });
const verify = (kept?: Parameters<typeof verifyAudit>[1]) => db.snapshot((tx) => verifyAudit(tx, kept));
const entryOf = async (seq: bigint) =>
  (await db.one<{ id: string }>(sql`select entry_id as id from audit_seal where seq = ${seq}`)).id;

/** What the proof says after these statements, which leave nothing behind. */
async function provenAfter(...statements: Sql[]): Promise<AuditProof['breach']> {
  const nothingHappened = new Error('rolled back');
  let proof: AuditProof | undefined;
  const tables = ['audit_entry', 'audit_seal', 'audit_unsealed'];
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
  await seal();
});

it('seals what was written, in its order, and the chain is whole', async () => {
  const before = (await verify()).head?.seq ?? 0n;
  const entries = await db.rows<{ id: string }>(sql`select id from audit_entry order by id`);
  await write('third');
  expect(await verify()).toMatchObject({ waiting: 1n, head: { seq: before } });
  expect(await seal()).toMatchObject({ seq: before + 1n });
  expect(await seal()).toBeUndefined();
  const { breach, waiting, head } = await verify();
  expect({ breach, waiting, seq: head?.seq }).toEqual({ breach: undefined, waiting: 0n, seq: before + 1n });
  const sealed = await db.rows<{ id: string }>(sql`select entry_id as id from audit_seal order by seq limit ${before}`);
  expect(sealed).toEqual(entries);
});

it('makes one chain of what many write and many seal at once', async () => {
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      await write(`at once ${n}`);
      if (n % 6 === 0) await seal();
    }),
  );
  await Promise.all([seal(), seal(), seal()]);
  const { breach, waiting, head } = await verify();
  expect({ breach, waiting }).toEqual({ breach: undefined, waiting: 0n });
  const { entries } = await db.one<{ entries: bigint }>(sql`select count(*) as entries from audit_entry`);
  expect(head?.seq).toBe(entries);
});

it.each<[string, (id: string) => Sql[], (id: string) => string]>([
  [
    'an act that was changed',
    (id) => [sql`update audit_entry set act = 'test.other' where id = ${id}`],
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
      sql([`alter table audit_seal drop constraint audit_seal_entry_id_fkey`]),
      sql`delete from audit_entry where id = ${id}`,
    ],
    (id) => `seal 2, entry ${id}: the entry is missing`,
  ],
  [
    'a seal that was forged',
    (id) => [sql`update audit_seal set hash = sha256(hash) where entry_id = ${id}`],
    (id) => `seal 2, entry ${id}: the entry is not what was sealed`,
  ],
])('names %s', async (_, tampering, expected) => {
  const id = await entryOf(2n);
  const breach = await provenAfter(...tampering(id));
  expect(`${breach?.row}: ${breach?.why}`).toBe(expected(id));
});

it('names the place of an entry that was taken out with its seal', async () => {
  const [second, third] = [await entryOf(2n), await entryOf(3n)];
  const breach = await provenAfter(
    sql`delete from audit_seal where seq = 2`,
    sql`delete from audit_entry where id = ${second}`,
  );
  expect(breach).toEqual({ row: `seal 3, entry ${third}`, why: 'seal 2 is missing' });
});

it('names an entry that was kept from its seal', async () => {
  await write('to be forgotten');
  const { id } = await db.one<{ id: string }>(sql`select entry_id as id from audit_unsealed`);
  const breach = await provenAfter(sql`delete from audit_unsealed`);
  expect(breach).toEqual({ row: `entry ${id}`, why: 'it is neither sealed nor waiting for its seal' });
});

it('notices by a head that was kept that the log was cut or written anew', async () => {
  const { head } = await verify();
  await write('later');
  await seal();
  expect((await verify(head)).breach).toBeUndefined();
  const other = { seq: head!.seq, hash: Buffer.alloc(32, 7) };
  expect((await verify(other)).breach).toEqual({ row: `seal ${head!.seq}`, why: 'it is not the one that was kept' });
});

it.each([
  ['a seal', sql`update audit_seal set sealed_at = now()`, 'append-only'],
  ['a seal', sql`delete from audit_seal`, 'append-only'],
  ['the seals', sql`truncate audit_seal`, 'append-only'],
  ['the log', sql`truncate audit_entry cascade`, 'append-only'],
  ['an entry', sql`update audit_entry set act = 'other'`, 'append-only'],
])('cannot be changed or emptied: %s', async (_, statement, says) => {
  await expect(db.run(statement)).rejects.toThrow(says);
});

it('takes no seal out of order, and lets no entry go before it is sealed', async () => {
  await write('waits');
  await expect(db.run(sql`delete from audit_unsealed`)).rejects.toThrow('has no seal yet');
  const forged = sql`
    insert into audit_seal (seq, entry_id, previous, hash, sealed_at)
    select 4711, entry_id, sha256('a'), sha256('b'), now() from audit_unsealed`;
  await expect(db.run(forged)).rejects.toMatchObject({ constraint: 'audit_seal_follows' });
});
