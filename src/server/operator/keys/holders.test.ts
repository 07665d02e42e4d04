import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scopeOfTwo, type Scope } from '#contract/operator/names.ts';
import { operatorKeysEndpoints } from '#contract/operator/keys.ts';
import { issueToken } from '#server/auth/one-time-token.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { endProgramsOf } from '#server/platform/secrets/end-programs.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { verifyMacsOf } from '#server/platform/secrets/all-row-macs.ts';
import { confirmAs, setRoles } from '#test/compliance/approvals.ts';
import { forge } from '#test/database/forge.ts';
import { emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** Who answers for a key, and what becomes of it when they leave. */
let server: TestServer;
let ines: Session;
let adam: Session;
let vera: Session;
beforeAll(async () => {
  server = await startServer({ env: { DEMO: '1' } });
  const admin = (first_name: string) => server.register({ first_name, roles: ['client', 'admin'] });
  [ines, adam, vera] = [await admin('Ines'), await admin('Adam'), await admin('Vera')];
});
afterAll(() => server.close());

async function made(by: Session, scopes: Scope[] = ['clients:read', 'adjustments:write'], name = newId()) {
  await server.db.run(sql`delete from rate_window`);
  const ofTwo = scopes.includes(scopeOfTwo) && { addresses: ['127.0.0.0/8'], reason: 'The new site' };
  const body = { name, scopes: [...scopes], ...ofTwo, current_password: by.password };
  return (await server.call('POST /api/staff/operator/keys/create', { as: by, body })).body;
}
const rotate = (as: Session, key_id: string) =>
  server.call('POST /api/staff/operator/keys/rotate', {
    as,
    body: { key_id, overlap_hours: 24, current_password: as.password },
  });
const takeOver = (as: Session, key_id: string, current_password = as.password) =>
  server.call('POST /api/staff/operator/keys/take-over', {
    as,
    body: { key_id, reason: 'Ines is leaving', current_password },
  });
const reads = async (secret: string) =>
  (await server.call('GET /api/operator/v1/clients', { headers: { authorization: `Bearer ${secret}` } })).status;
const keyOf = async (as: Session, id: string) =>
  (await server.call('POST /api/staff/operator/keys', { as })).body.find((key) => key.id === id);
const approve = async (as: Session, keyId: string) => {
  const { id } = await server.db.one<{ id: string }>(sql`
    select id from approval_request where kind = 'api_key' and key = ${keyId} and state = 'open'`);
  return confirmAs(server, as, id);
};
const forgedOf = (id: string) =>
  server.db.tx((tx) => verifyMacsOf(tx, server.config, 'operator_key_secret', sql`k.id = ${id}`));

describe('a new secret of a key', () => {
  it('goes to its holder only, in the database too', async () => {
    const { key, secret } = await made(ines);
    expect((await keyOf(ines, key.id))?.is_yours).toBe(true);
    expect((await keyOf(adam, key.id))?.is_yours).toBe(false);
    const { refusal } = await rotate(adam, key.id);
    expect([refusal.code, refusal.params]).toEqual(['operator.key_of_another', { name: ines.user.full_name }]);
    const past = sql`
      insert into operator_key_secret (hash, key_id, hint, created_at, created_by)
      values ('\\x00', ${key.id}, 'mine', now(), ${adam.user.id})`;
    await expect(server.db.run(past)).rejects.toMatchObject({ constraint: 'operator_key_secret_is_of_holder' });
    expect(await reads(secret)).toBe(200);
    expect((await rotate(ines, key.id)).status).toBe(200);
  });

  it('opens nothing in the hands of another person, and is shown so', async () => {
    const { key, secret } = await made(ines);
    await forge(
      server.ownerUrl,
      sql`update operator_key_secret set created_by = ${adam.user.id} where key_id = ${key.id}`,
    );
    expect(await reads(secret)).toBe(401);
    expect(await keyOf(ines, key.id)).toMatchObject({ state: 'vacant', secrets: [] });
  });

  it('always has a person who received it, so that they approve nothing of its key later', async () => {
    const { key } = await made(ines);
    const unknown = sql`update operator_key_secret set created_by = null where key_id = ${key.id}`;
    await expect(forge(server.ownerUrl, unknown)).rejects.toThrow('not-null');
  });
});

describe('a key that is taken over', () => {
  it('works by a secret of its new holder alone, who answers for what it requests', async () => {
    const { key, secret: former } = await made(ines);
    const { body } = await takeOver(adam, key.id);
    expect(body.key).toMatchObject({ state: 'active', held_by: adam.user.full_name, is_yours: true });
    expect([await reads(former), await reads(body.secret)]).toEqual([401, 200]);
    expect(codeOf(await rotate(ines, key.id))).toBe('operator.key_of_another');
    expect((await rotate(adam, key.id)).status).toBe(200);
    const { details } = await server.db.one<{ details: object }>(sql`
      select details from audit_entry where action = 'operator.take_over_key' and actor_id = ${adam.user.id}`);
    expect(details).toEqual({ key: key.name, from: ines.user.full_name, reason: 'Ines is leaving' });
    expect(await forgedOf(key.id)).toEqual([]);
  });

  it('is taken over by one of several who want it at the same time', async () => {
    const { key } = await made(ines);
    const taken = await Promise.all([adam, vera].map((as) => takeOver(as, key.id)));
    expect(taken.map(({ status }) => status)).toEqual([200, 200]);
    const secrets = taken.map(({ body }) => body.secret);
    expect((await Promise.all(secrets.map(reads))).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('takes two where it issues sign-in links, and never twice the same approval', async () => {
    const { key } = await made(ines, ['clients:read', scopeOfTwo]);
    expect(codeOf(await takeOver(adam, key.id))).toBe('approvals.request_open');
    await approve(vera, key.id);
    const { body } = await takeOver(adam, key.id);
    expect([body.key.state, await reads(body.secret)]).toEqual(['waiting', 401]);
    expect((await approve(vera, key.id)).status).toBe(200);
    expect(await reads(body.secret)).toBe(200);
    // Approved when Ines held it: her new secret would be known to her alone.
    expect(codeOf(await takeOver(ines, key.id))).toBe('operator.key_of_two');
    expect(await reads(body.secret)).toBe(200);
    const again = server.db.tx(async (tx) => {
      await tx.run(sql`update operator_key set created_by = ${ines.user.id} where id = ${key.id}`);
      await tx.run(sql`update operator_key_secret set ends_at = created_at where key_id = ${key.id}`);
      await tx.run(sql`
        insert into operator_key_secret (hash, key_id, hint, created_at, created_by)
        values ('\\x00', ${key.id}, 'mine', now(), ${ines.user.id})`);
    });
    await expect(again).rejects.toMatchObject({ constraint: 'operator_key_keeps_secret' });
  });

  it('is refused in the contract’s order', async () => {
    const { key: own } = await made(adam);
    const { key: ended } = await made(ines);
    await server.call('POST /api/staff/operator/keys/revoke', { as: ines, body: { key_id: ended.id } });
    const { key: forged } = await made(ines);
    await forge(server.ownerUrl, sql`update operator_key set scopes = '{ipo:read}' where id = ${forged.id}`);
    const { key: waiting } = await made(ines, [scopeOfTwo]);
    const { key: approved } = await made(adam, [scopeOfTwo]);
    await approve(vera, approved.id);
    await takeOver(ines, approved.id);
    await approve(vera, approved.id);
    await server.db.run(sql`delete from rate_window`);
    const codes = [codeOf(await takeOver(adam, own.id, 'wrong'))];
    for (const id of [newId(), ended.id, own.id, forged.id, waiting.id, approved.id])
      codes.push(codeOf(await takeOver(adam, id)));
    // A second factor, guessing until it locks, and passkeys are tried where proofs are made.
    const ofProofs = new Set(['auth.code', 'auth.locked', 'auth.passkey_over', 'auth.passkey']);
    expect(codes).toEqual(
      operatorKeysEndpoints['operator.take_over_key'].refusals.filter((code) => !ofProofs.has(code)),
    );
    await server.db.run(sql`update operator_key set revoked_at = now() where id = ${forged.id}`);
  });

  it('repeats a call of its program under the new holder, and makes nothing twice', async () => {
    const { key, secret: former } = await made(ines, ['profiles:write']);
    const intent = newId();
    const email = `nora.${newId()}@example.com`;
    const create = async (secret: string) =>
      (
        await server.call('POST /api/operator/v1/clients', {
          body: { email, first_name: 'Nora', second_name: 'Berg', country: 'DE', language: 'de' },
          headers: { authorization: `Bearer ${secret}`, 'idempotency-key': intent },
        })
      ).body.id;
    const id = await create(former);
    expect(id).toBeDefined();
    const { body } = await takeOver(adam, key.id);
    expect(await create(body.secret)).toBe(id);
  });
});

describe('the keys of an administrator who leaves', () => {
  const leave: Record<string, (who: Session) => Promise<unknown>> = {
    'when two take the role': (who) => setRoles(server, [adam, vera], who, ['support']),
    'by a block': (who) =>
      server.call('POST /api/staff/clients/block', {
        as: adam,
        body: { client_id: who.user.id, reason: 'under_inquiry' },
      }),
    'by a freeze': async (who) => {
      const of = { clientId: who.user.id, email: who.user.email, lifetimeMs: 1000 };
      const { token } = await server.db.tx((tx) => issueToken(tx, server.app, { purpose: 'freeze', ...of }));
      expect((await server.call('POST /api/freeze', { body: { token } })).status).toBe(200);
    },
  };

  it.each(Object.entries(leave))('end at once, %s', async (_, go) => {
    const carl = await server.register({ first_name: 'Carl', roles: ['client', 'admin'] });
    const [crm, site] = [await made(carl, undefined, 'CRM'), await made(carl, ['clients:read'], 'Reports')];
    const { secret: second } = (await rotate(carl, crm.key.id)).body;
    await go(carl);
    expect(await Promise.all([crm.secret, second, site.secret].map(reads))).toEqual([401, 401, 401]);
    // For good: coming back, they would make a new secret.
    await forge(
      server.ownerUrl,
      sql`update person set roles = '{client,admin}', blocked_at = null, frozen_at = null, closed_at = null where id = ${carl.user.id}`,
    );
    expect(await Promise.all([crm.secret, second, site.secret].map(reads))).toEqual([401, 401, 401]);
    expect(await keyOf(adam, crm.key.id)).toMatchObject({ state: 'vacant', secrets: [], held_by: carl.user.full_name });
    const entries = await server.db.rows<{ details: object }>(sql`
      select details from audit_entry where action = 'operator.lose_key' and client_id = ${carl.user.id} order by id`);
    expect(entries.map(({ details }) => details)).toEqual([{ key: 'CRM' }, { key: 'Reports' }]);
    const latest = (await emailsTo(server, vera.user.email)).find(({ subject }) => subject.includes('CRM'));
    expect(latest?.subject).toBe('API keys stopped working: CRM, Reports');
    expect(JSON.stringify(latest)).toContain(`${carl.user.full_name} lost administrator access`);
    expect((await takeOver(adam, crm.key.id)).body.key).toMatchObject({ state: 'active', is_yours: true });
  });

  it('stay closed while the person is no administrator, though the secret has not ended', async () => {
    const carl = await server.register({ first_name: 'Carl', roles: ['client', 'admin'] });
    const { key, secret } = await made(carl);
    expect(await reads(secret)).toBe(200);
    await forge(server.ownerUrl, sql`update person set roles = '{client,finance}' where id = ${carl.user.id}`);
    expect(await reads(secret)).toBe(401);
    expect(await keyOf(adam, key.id)).toMatchObject({ state: 'vacant', secrets: [] });
  });

  it('stay closed while the person is frozen', async () => {
    const carl = await server.register({ first_name: 'Carl', roles: ['client', 'admin'] });
    const { secret } = await made(carl);
    await forge(server.ownerUrl, sql`update person set frozen_at = now() where id = ${carl.user.id}`);
    expect(await reads(secret)).toBe(401);
  });

  it('have no secret that was made while the person left', async () => {
    const carl = await server.register({ first_name: 'Carl', roles: ['client', 'admin'] });
    const { key } = await made(carl);
    const { key: of } = await made(ines);
    let calls: Promise<{ status: number }[]> | undefined;
    await server.db.tx(async (tx) => {
      await openPerson(tx, server.config, carl.user.id);
      await tx.run(sql`update person set blocked_at = now() where id = ${carl.user.id}`);
      const own = {
        as: carl,
        body: { name: 'Late', scopes: ['clients:read' as const], current_password: carl.password },
      };
      calls = Promise.all([
        server.call('POST /api/staff/operator/keys/create', own),
        rotate(carl, key.id),
        takeOver(carl, of.id),
      ]);
      const waiting = sql`select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      await vi.waitFor(async () => expect(await server.db.rows(waiting)).toHaveLength(3));
      await endProgramsOf(server.app, tx, adam.user.id, carl.user.id);
    });
    expect((await calls)?.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
