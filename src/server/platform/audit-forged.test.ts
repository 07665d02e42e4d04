import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet } from '#test/wallet.ts';
import { writeAudit, writeAuditEach } from './audit.ts';
import { forgedEntries } from './audit-forged.ts';
import { beginAuditMacs, resignAudit } from './audit-resign.ts';
import { sealAudit } from './audit-chain.ts';
import { verifyAudit, type AuditProof } from './audit-verify.ts';
import { movableClock } from './clock.ts';
import { readConfig } from './config.ts';
import { sql, type Sql } from './db/sql.ts';
import { newId } from './id.ts';

const { db, url, drop } = await testDatabase();
afterAll(drop);

const clock = movableClock(new Date('2026-03-02T12:00:00.123Z'));
const { clientId } = await clientWithWallet(db);
const write = (reason: string) =>
  db.tx((tx) => writeAudit(tx, clock, { actorId: clientId, clientId, act: 'clients.set_level', details: { reason } }));
const seal = () => sealAudit({ db, clock });
const verify = () => db.snapshot((tx) => verifyAudit(tx));

beforeEach(async () => {
  await write('a “quoted” reason\nof two lines');
  await write('another');
  await seal();
});

describe('an entry that was written past the program', () => {
  /** As somebody does who can write to the database and has not got APP_SECRET, with a MAC that they made up or copied. */
  const forge = async (mac: Sql = sql`sha256('made up')`): Promise<string> => {
    const id = newId();
    await db.run(sql`
      insert into audit_entry (id, actor_id, client_id, act, details, created_at, mac)
      values (${id}, ${clientId}, ${clientId}, 'staff.set_roles', '{"to": "admin", "from": "–"}', ${clock.now()}, ${mac})`);
    return id;
  };
  const forged = () => db.snapshot(async (tx) => (await forgedEntries(tx)).map(({ id }) => id));
  const wrongMac = 'the entry was not written by Atrium: its MAC is wrong';
  /** Takes away what a test has put there, so that the next one finds a whole log. */
  const takeBack = async (...ids: string[]) => {
    const tables = ['audit_entry', 'audit_seal', 'audit_unsealed', 'audit_checkpoint'];
    await db.tx(async (tx) => {
      for (const table of tables) await tx.run(sql([`alter table ${table} disable trigger user`]));
      await tx.run(sql`delete from audit_unsealed where entry_id = any(${ids}::uuid[])`);
      await tx.run(sql`delete from audit_seal where entry_id = any(${ids}::uuid[])`);
      await tx.run(sql`delete from audit_entry where id = any(${ids}::uuid[])`);
      await tx.run(sql`delete from audit_checkpoint`);
      for (const table of tables) await tx.run(sql([`alter table ${table} enable trigger user`]));
    });
  };

  it('is not sealed, keeps no other from its seal, and is named', async () => {
    const ids: string[] = [];
    for (let place = 0; place < 3; place += 1) ids.push(await forge());
    const copied = await forge(sql`(select mac from audit_entry order by id limit 1)`);
    await write('honest');
    const told: string[] = [];
    expect(await sealAudit({ db, clock }, (id) => told.push(id))).toBeDefined();
    expect(told).toEqual([...ids, copied]);
    expect(await verify()).toMatchObject({
      waiting: 4n,
      breach: { row: `entry ${ids[0]}`, why: `${wrongMac}, nor were 3 more` },
    });
    expect(await forged()).toEqual([...ids, copied]);
    await takeBack(...ids, copied);
    expect((await verify()).breach).toBeUndefined();
  });

  it('is named also where it was sealed as well', async () => {
    const id = await forge();
    await db.run(sql`
      insert into audit_seal (seq, entry_id, previous, hash, sealed_at)
      select n.seq, n.entry_id, n.previous, sha256(convert_to(n.seq || E'\\n' || encode(n.previous, 'hex') || E'\\n' ||
               jsonb_build_array(e.id, e.actor_id, e.client_id, e.act, e.details,
                                 to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8')), now()
      from (select seq + 1 as seq, hash as previous, ${id}::uuid as entry_id from audit_seal order by audit_seal.seq desc limit 1) n
      join audit_entry e on e.id = n.entry_id`);
    const { head, breach } = await verify();
    expect(breach).toEqual({ row: `seal ${head!.seq}, entry ${id}`, why: wrongMac });
    await takeBack(id);
  });

  it('cannot be told apart by how its details are ordered, or an id is spelt', async () => {
    await db.tx(async (tx) => {
      const details = { to: 'a “b”\n\t\u0001', reason: 'ü', comment: '', kind: '\\' };
      await writeAudit(tx, clock, { actorId: clientId.toUpperCase(), act: 'clients.set_level', details });
      await writeAudit(tx, clock, { actorId: clientId, act: 'clients.set_level' });
      await writeAuditEach(tx, clock, { actorId: clientId, act: 'clients.set_level', details }, [clientId, clientId]);
    });
    expect(await forged()).toEqual([]);
    await seal();
    expect((await verify()).breach).toBeUndefined();
  });

  it('is refused at once where a path of the program forgets the MAC', async () => {
    await expect(forge(sql`null`)).rejects.toMatchObject({ constraint: 'audit_entry_has_mac' });
  });

  describe('before there were MACs', () => {
    /** An entry of then, in a log whose migration has just run. */
    const upgraded = async (): Promise<string> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('begin; alter table audit_entry disable trigger audit_entry_has_mac');
      const { rows } = await client.query<{ id: string }>(
        `insert into audit_entry (id, actor_id, client_id, act, details, created_at)
         values ($1, $2, $2, 'staff.set_roles', '{"to": "admin", "from": "–"}', now()) returning id`,
        [newId(), clientId],
      );
      await client.query('alter table audit_entry enable trigger audit_entry_has_mac');
      await beginAuditMacs(client, readConfig({}).appSecret);
      await client.query('commit');
      await client.end();
      return rows[0]!.id;
    };

    it('counts by the chain, and what came after it does not', async () => {
      const old = await upgraded();
      expect(await verify()).toMatchObject({ waiting: 0n });
      expect(await forged()).toEqual([]);
      const later = await forge();
      expect(await forged()).toEqual([later]);
      await takeBack(later);
      await db.tx(async (tx) => {
        await tx.run(sql`alter table audit_checkpoint disable trigger user`);
        await tx.run(sql`update audit_checkpoint set seq = seq + 1`);
        await tx.run(sql`alter table audit_checkpoint enable trigger user`);
      });
      expect(await forged()).toEqual([old]);
      await takeBack(old);
    });

    it('counts no longer where it, or what follows it, was changed', async () => {
      const old = await upgraded();
      const found = await db
        .tx(async (tx) => {
          await tx.run(sql`alter table audit_entry disable trigger user`);
          await tx.run(sql`update audit_entry set details = '{"to": "finance", "from": "–"}' where id = ${old}`);
          throw Object.assign(new Error('undone'), { ids: await forgedEntries(tx) });
        })
        .catch(({ ids }: { ids: { id: string }[] }) => ids.map(({ id }) => id));
      expect(found).toContain(old);
      await takeBack(old);
    });
  });

  describe('and a rotation of APP_SECRET', () => {
    const { appSecret } = readConfig({});
    const next = 'another secret of the same installation';
    const after = (formerSecret: string) =>
      db
        .tx(async (tx) => {
          await resignAudit(tx, formerSecret, next);
          const under = { ...tx, secrets: { appSecret: next, formerSecret: undefined } };
          throw Object.assign(new Error('undone'), { found: [await forgedEntries(under), await verifyAudit(under)] });
        })
        .catch((error: Error & { found?: [{ id: string }[], AuditProof] }) => {
          if (!error.found) throw error;
          return { ids: error.found[0].map(({ id }) => id), breach: error.found[1].breach };
        });

    it('takes over what is genuine, also what waits, and leaves what is not', async () => {
      await write('waits');
      expect(await after(appSecret)).toEqual({ ids: [], breach: undefined });
      const id = await forge();
      expect(await after(appSecret)).toMatchObject({ ids: [id], breach: { row: `entry ${id}` } });
      await takeBack(id);
    });

    it('is refused under a secret that is not the former one', async () => {
      await expect(after('yet another secret of nobody at all')).rejects.toThrow('former APP_SECRET');
    });
  });
});
