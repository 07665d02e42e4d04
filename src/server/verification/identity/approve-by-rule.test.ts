import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor } from '#test/compliance/programs.ts';
import { decide, declared } from '#test/compliance/verification.ts';
import { connectionInUse, turn } from '#test/connections/connections.ts';
import { startSumsub } from '#test/external-services/stand-ins.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { isSameName } from './same-name.ts';

let server: TestServer;
let sumsub: Awaited<ReturnType<typeof startSumsub>>;
let connection: Awaited<ReturnType<typeof connectionInUse>>;
let viktor: Session;

beforeAll(async () => {
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  sumsub = await startSumsub({
    appToken: 'prd:token',
    secretKey: 'secret-key',
    webhookSecret: 'webhook-secret',
    level: 'basic-kyc-level',
    now: () => server.clock.now(),
    silenceMs: 200,
  });
  viktor = await server.register({ roles: ['client', 'compliance'] });
  connection = await connectionInUse(server, {
    port: 'identity',
    adapter: 'sumsub',
    value: {
      name: 'Sumsub, main',
      in_own_network: true,
      settings: { level_name: 'basic-kyc-level', digest: 'HMAC_SHA256_HEX', approves: true, stand_in: sumsub.url },
    },
    secrets: { app_token: 'prd:token', secret_key: 'secret-key', webhook_secret: 'webhook-secret' },
  });
  sumsub.of.reportTo = `${server.url}${connection.path}`;
});
afterAll(async () => {
  await server.close();
  await sumsub.close();
});
beforeEach(() => server.db.run(sql`delete from rate_window`));

const caseOf = async (client: Session) =>
  (await server.call('POST /api/staff/verification/case', { as: viktor, body: { client_id: client.user.id } })).body;
const applicantOf = ({ user }: Session) => sumsub.applicants.find(({ externalUserId }) => externalUserId === user.id)!;
async function handled(client: Session): Promise<void> {
  await expect
    .poll(async () => {
      await server.app.jobs.run('connections.handle_events');
      return server.db.rows(sql`select from inbox_event where state = 'waiting' and ref = ${client.user.id}`);
    })
    .toEqual([]);
}
async function act(client: Session, what: Parameters<typeof sumsub.act>[1]): Promise<void> {
  await sumsub.act(applicantOf(client), what);
  await handled(client);
}
/** Each client has another name, unless it is given. */
let count = 0;
async function begun(change: (client: Session) => unknown = () => {}, name?: string): Promise<Session> {
  count += 1;
  const second_name = name ?? `Berg ${'x'.repeat(count)}`;
  const client = await declared(server, undefined, { second_name });
  await server.call('POST /api/verification/identity-check', { as: client, body: {} });
  applicantOf(client).info = { ...applicantOf(client).info, lastName: second_name.toUpperCase() };
  await change(client);
  return client;
}
const looks = async (client: Session) => {
  const { documents, identity_checks: checks } = await caseOf(client);
  return [documents.map(({ state, decided_by: by }) => [state, by]), ...checks.map((check) => check.held_back)];
};

describe('a positive result of a connection that approves by itself', () => {
  it('approves the document, notifies the client, and the log says which connection it was', async () => {
    const client = await begun();
    await act(client, 'approve');
    expect(await looks(client)).toEqual([[['approved', 'Sumsub, main']], []]);
    const audit = await server.db.rows(sql`
      select details from audit_entry where client_id = ${client.user.id} and action = 'verification.approve_check'`);
    expect(audit).toEqual([{ details: { connection: 'Sumsub, main', adapter: 'sumsub', kind: 'identity' } }]);
    // The same again, and an older one late, change nothing.
    await sumsub.report(applicantOf(client), 'applicantReviewed');
    await sumsub.report(applicantOf(client), 'applicantPending');
    await handled(client);
    expect(await looks(client)).toEqual([[['approved', 'Sumsub, main']], []]);
  });

  it('counts as the provider says it last, in whatever order it spoke', async () => {
    const client = await begun();
    await act(client, 'reject');
    expect(await looks(client)).toEqual([[], []]);
    await act(client, 'approve');
    expect(await looks(client)).toEqual([[['approved', 'Sumsub, main']], []]);
    await act(client, 'reject');
    const { identity_checks: checks, documents } = await caseOf(client);
    expect([documents[0]?.state, checks[0]?.problem]).toEqual(['approved', 'withdrawn']);
  });

  it.each<[string, (client: Session) => unknown]>([
    ['name', (client) => void (applicantOf(client).info = { ...applicantOf(client).info, lastName: 'STONE' })],
    ['birth_on', (client) => void (applicantOf(client).info = { ...applicantOf(client).info, dob: '1970-01-01' })],
    [
      'restricted',
      ({ user }) => server.db.run(sql`update person set frozen_at = ${server.clock.now()} where id = ${user.id}`),
    ],
  ])('waits for staff where something speaks against it: %s', async (reason, change) => {
    const client = await begun(change);
    await act(client, 'approve');
    expect(await looks(client)).toEqual([[['pending', null]], [reason]]);
  });

  it('waits for staff where another client has the same name and day of birth', async () => {
    const [first, second] = [await begun(undefined, 'Berg Same'), await begun(undefined, 'Berg Same')];
    await act(second, 'approve');
    expect((await looks(second))[1]).toEqual(['duplicate']);
    expect((await looks(first))[0]).toEqual([]);
  });

  it('does not approve what staff have rejected before', async () => {
    const client = await begun((who) => (applicantOf(who).info = { ...applicantOf(who).info, dob: '1970-01-01' }));
    await act(client, 'approve');
    const [document] = (await caseOf(client)).documents;
    await decide(server, viktor, client, document?.id ?? '', {
      decision: 'reject',
      reasons: ['altered'],
      final: false,
    });
    await server.db.run(sql`update verification_case set reviewed_until = null, reviewer_id = null`);
    applicantOf(client).info = { ...applicantOf(client).info, dob: '1990-05-17' };
    await act(client, 'reset');
    await act(client, 'approve');
    expect((await looks(client))[1]).toEqual(['rejected']);
  });

  it('waits for staff as long as they have not looked at a rejection that a program reported', async () => {
    const admin = await server.register({ roles: ['client', 'admin'] });
    const program = await keyFor(server, admin, { name: 'Branch desk', scopes: ['verification:write'] });
    const client = await begun();
    await server.call('POST /api/operator/v1/clients/:id/checks', {
      params: { id: client.user.id },
      body: {
        reference: 'desk-1',
        result: 'rejected',
        type: 'passport',
        name: 'Ida Berg',
        explanation: 'Another person',
      },
      headers: { authorization: program, 'idempotency-key': newId() },
    });
    await act(client, 'approve');
    const { documents, identity_checks: checks } = await caseOf(client);
    expect(documents).toMatchObject([{ state: 'pending' }]);
    expect(checks.find(({ reported }) => !reported)?.held_back).toEqual(['rejected']);
  });

  it('waits for staff while the connection is off, also in the database', async () => {
    const client = await begun();
    await turn(server, connection.id, 'off');
    await act(client, 'approve');
    expect(await looks(client)).toEqual([[['pending', null]], []]);
    const alone = server.db.run(sql`
      update verification_document set state = 'approved', decided_at = ${server.clock.now()} where client_id = ${client.user.id}`);
    await expect(alone).rejects.toMatchObject({ constraint: 'verification_document_by_rule' });
    await turn(server, connection.id, 'on');
  });

  it('waits for staff as long as the name was not compared with the lists', async () => {
    await connectionInUse(server, { port: 'screening', adapter: 'yente' });
    const client = await begun();
    await act(client, 'approve');
    expect(await looks(client)).toEqual([[['pending', null]], ['screening']]);
  });
});

describe('a connection that is to approve by itself', () => {
  it('is put into use by two people, also in the database, and one that leaves it to staff by one', async () => {
    const adam = await server.register({ roles: ['client', 'admin'] });
    const made = async (approves: boolean) => {
      const { body } = await server.call('POST /api/staff/connections/create', {
        as: adam,
        body: {
          adapter: 'sumsub',
          name: 'Another',
          fields: {
            level_name: 'basic-kyc-level',
            digest: 'HMAC_SHA256_HEX',
            approves: String(approves),
            stand_in: sumsub.url,
            app_token: 'prd:token',
            secret_key: 'secret-key',
            webhook_secret: 'webhook-secret',
          },
          in_own_network: true,
          countries: [],
          currencies: [],
          tiers: [],
          order: 1,
          current_password: adam.password,
        },
      });
      const id = body.connection_id;
      await server.call('POST /api/staff/connections/test', { as: adam, body: { connection_id: id } });
      const reason = { overlap_hours: 0, reason: 'New contract', current_password: adam.password };
      await server.call('POST /api/staff/connections/use', { as: adam, body: { connection_id: id, ...reason } });
      return server.db.one<{ id: string; state: string }>(sql`select id, state from connection where id = ${id}`);
    };
    expect((await made(false)).state).toBe('on');
    const alone = await made(true);
    expect(alone.state).toBe('off');
    const past = server.app.db.run(sql`update connection set value = draft, state = 'on' where id = ${alone.id}`);
    await expect(past).rejects.toMatchObject({ constraint: 'connection_is_approved' });
  });
});

it('names are the same when the read one has every part of the declared one', () => {
  expect(isSameName('ANNA-MARÍA BERG', ['Anna', 'Berg'])).toBe(true);
  expect(isSameName('ANNA STONE', ['Anna', 'Berg'])).toBe(false);
  expect(isSameName('ANNA BERG', ['', ''])).toBe(false);
});
