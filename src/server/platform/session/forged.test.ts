import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forge } from '#test/database/forge.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { sql, type Sql } from '../db/sql.ts';
import { verifyMacs } from '../secrets/all-row-macs.ts';

/** Sessions that were changed by an attacker who can write to the database but does not have APP_SECRET. */
let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const who = async (as: Session) => (await server.call('POST /api/client-info', { as })).body;
const refused = { status: 'failed' };
const forged = (...statements: Sql[]) => forge(server.ownerUrl, ...statements);
const named = async (id: string) =>
  (await server.app.db.snapshot((tx) => verifyMacs(tx, server.config))).filter(({ clientId }) => clientId === id);

describe('a row of a session', () => {
  it('is no session of another person after it was pointed there', async () => {
    const [ida, own] = [await server.register(), await server.register()];
    await forged(sql`update session set person_id = ${ida.user.id} where person_id = ${own.user.id}`);
    expect(await who(own)).toEqual(refused);
    expect(await named(ida.user.id)).toMatchObject([{ table: 'session' }]);
  });

  it('is no session of another person by secrets that were put there', async () => {
    const [ida, own] = [await server.register(), await server.register()];
    await forged(
      sql`create temporary table taken as select token_hash, binding_hash from session where person_id = ${own.user.id}`,
      sql`update session set token_hash = '\\x00' where person_id = ${own.user.id}`,
      sql`update session s set token_hash = t.token_hash, binding_hash = t.binding_hash from taken t where person_id = ${ida.user.id}`,
    );
    expect(await who(own)).toEqual(refused);
  });

  it('is no session that SQL called proven', async () => {
    const ida = await server.register();
    // Found intact once, which counts no longer once it differs.
    expect(await who(ida)).toMatchObject({ id: ida.user.id });
    await forged(sql`update session set proven_at = now() + interval '1 minute' where person_id = ${ida.user.id}`);
    expect(await who(ida)).toEqual(refused);
  });

  it('is no session that SQL bound to another half', async () => {
    const [ida, own] = [await server.register(), await server.register()];
    await forged(sql`
      update session s set binding_hash = o.binding_hash from session o
      where s.person_id = ${ida.user.id} and o.person_id = ${own.user.id}`);
    expect(await who({ ...ida, cookies: own.cookies })).toEqual(refused);
  });

  it('gets no MAC for what SQL put there while its use is recorded', async () => {
    const ida = await server.register();
    server.clock.advance(61_000);
    const { db } = server.app;
    const real = db.maybeOne;
    db.maybeOne = async <Row extends object>(statement: Sql) => {
      const row = await real<Row>(statement);
      if (!statement.text.includes('s.token_hash = any')) return row;
      await forged(sql`update session set proven_at = now() + interval '1 hour' where person_id = ${ida.user.id}`);
      return row;
    };
    await who(ida);
    db.maybeOne = real;
    expect(await who(ida)).toEqual(refused);
    expect(await named(ida.user.id)).toMatchObject([{ table: 'session' }]);
  });

  it('is no session that SQL opened again', async () => {
    const ida = await server.register();
    expect((await server.call('POST /api/logout', { as: { ...ida, cookies: new Map(ida.cookies) } })).status).toBe(200);
    await forged(sql`update session set revoked_at = null where person_id = ${ida.user.id}`);
    expect(await who(ida)).toEqual(refused);
    expect(await named(ida.user.id)).toMatchObject([{ table: 'session' }]);
  });
});
