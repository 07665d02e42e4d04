import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet } from '#test/money/wallet.ts';
import { writeAudit, writeAuditEach } from './audit.ts';
import { forgedEntries } from './forged.ts';
import { resignAudit } from './resign.ts';
import { extendAuditChain } from './chain.ts';
import { verifyAudit, type AuditProof } from './verify.ts';
import { movableClock } from '../clock.ts';
import { readConfig } from '../config/config.ts';
import { sql, type Sql } from '../db/sql.ts';
import { newId } from '../id.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const clock = movableClock(new Date('2026-03-02T12:00:00.123Z'));
const { clientId } = await clientWithWallet(db);
const write = (reason: string) =>
  db.tx((tx) =>
    writeAudit(tx, clock, { actorId: clientId, clientId, action: 'clients.set_level', details: { reason } }),
  );
const link = () => extendAuditChain({ db, clock });
const verify = () => db.snapshot((tx) => verifyAudit(tx));

beforeEach(async () => {
  await write('a “quoted” reason\nof two lines');
  await write('another');
  await link();
});

describe('an entry that was written past the program', () => {
  /**
   * Acts as an attacker who can write to the database but does not have APP_SECRET, with a MAC that is made up or
   * copied.
   */
  const forge = async (mac: Sql = sql`sha256('made up')`): Promise<string> => {
    const id = newId();
    await db.run(sql`
      insert into audit_entry (id, actor_id, client_id, action, details, created_at, mac)
      values (${id}, ${clientId}, ${clientId}, 'staff.set_roles', '{"to": "admin", "from": "–"}', ${clock.now()}, ${mac})`);
    return id;
  };
  const forged = () => db.snapshot(async (tx) => (await forgedEntries(tx)).map(({ id }) => id));
  const wrongMac = 'the entry was not written by Atrium: its MAC is wrong';
  /** Removes what a test has inserted, so that the next one finds an intact log. */
  const takeBack = async (...ids: string[]) => {
    const tables = ['audit_entry', 'audit_chain', 'audit_chain_pending', 'audit_checkpoint'];
    await db.tx(async (tx) => {
      for (const table of tables) await tx.run(sql([`alter table ${table} disable trigger user`]));
      await tx.run(sql`delete from audit_chain_pending where entry_id = any(${ids}::uuid[])`);
      await tx.run(sql`delete from audit_chain where entry_id = any(${ids}::uuid[])`);
      await tx.run(sql`delete from audit_entry where id = any(${ids}::uuid[])`);
      await tx.run(sql`delete from audit_checkpoint`);
      for (const table of tables) await tx.run(sql([`alter table ${table} enable trigger user`]));
    });
  };

  it('is not chained, does not block other entries from the chain, and is named', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.push(await forge());
    const copied = await forge(sql`(select mac from audit_entry order by id limit 1)`);
    await write('honest');
    const notified: string[] = [];
    expect(await extendAuditChain({ db, clock }, (id) => notified.push(id))).toBeDefined();
    expect(notified).toEqual([...ids, copied]);
    expect(await verify()).toMatchObject({
      waiting: 4n,
      breach: { row: `entry ${ids[0]}`, why: `${wrongMac}, nor were 3 more` },
    });
    expect(await forged()).toEqual([...ids, copied]);
    await takeBack(...ids, copied);
    expect((await verify()).breach).toBeUndefined();
  });

  it('is named also where it was chained as well', async () => {
    const id = await forge();
    await db.run(sql`
      insert into audit_chain (seq, entry_id, previous, hash, chained_at)
      select n.seq, n.entry_id, n.previous, sha256(convert_to(n.seq || E'\\n' || encode(n.previous, 'hex') || E'\\n' ||
               jsonb_build_array(e.id, e.actor_id, e.client_id, e.action, e.details,
                                 to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8')), now()
      from (select seq + 1 as seq, hash as previous, ${id}::uuid as entry_id from audit_chain order by audit_chain.seq desc limit 1) n
      join audit_entry e on e.id = n.entry_id`);
    const { head, breach } = await verify();
    expect(breach).toEqual({ row: `seal ${head!.seq}, entry ${id}`, why: wrongMac });
    await takeBack(id);
  });

  it('is recognised whatever the order of its details or the spelling of an id', async () => {
    await db.tx(async (tx) => {
      const details = { to: 'a “b”\n\t\u0001', reason: 'ü', comment: '', kind: '\\' };
      await writeAudit(tx, clock, { actorId: clientId.toUpperCase(), action: 'clients.set_level', details });
      await writeAudit(tx, clock, { actorId: clientId, action: 'clients.set_level' });
      await writeAuditEach(tx, clock, { actorId: clientId, action: 'clients.set_level', details }, [
        clientId,
        clientId,
      ]);
    });
    expect(await forged()).toEqual([]);
    await link();
    expect((await verify()).breach).toBeUndefined();
  });

  it('is refused at once where a path of the program omits the MAC', async () => {
    await expect(forge(sql`null`)).rejects.toMatchObject({ column: 'mac' });
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

    it('re-signs what is genuine, also pending entries, and skips what is not', async () => {
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
