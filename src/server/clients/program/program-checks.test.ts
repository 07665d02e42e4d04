import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verificationProgramEndpoints } from '#contract/verification/program-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { decide, declared, send } from '#test/compliance/verification.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let viktor: Session;
let process: Program;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  viktor = await server.register({ roles: ['client', 'compliance'] });
  process = await keyFor(server, admin, { name: 'Branch desk', scopes: ['verification:write'] });
});
afterAll(() => server.close());

const passport = {
  result: 'approved',
  type: 'passport',
  number: 'C01 X00 T47',
  expires_on: '2030-01-01',
  name: 'IDA BERG',
  birth_on: '1990-05-17',
};
const report = (id: string, changes: object = {}, intent = newId()) =>
  server.call('POST /api/operator/v1/clients/:id/checks', {
    params: { id },
    body: { reference: newId(), ...passport, ...changes },
    headers: { authorization: process, 'idempotency-key': intent },
  });
const caseOf = async ({ user }: Session) =>
  (await server.call('POST /api/staff/verification/case', { as: viktor, body: { client_id: user.id } })).body;
const identityOf = async (client: Session) =>
  (await caseOf(client)).documents.find(({ kind, state }) => kind === 'identity' && state === 'pending');

describe('a check that a program reports', () => {
  it('becomes a document that waits for staff, who approve it', async () => {
    const ida = await declared(server);
    const { body } = await report(ida.user.id, { reference: 'desk-1' });
    expect(body).toEqual({ id: expect.any(String) as string, client_id: ida.user.id });
    const seen = await caseOf(ida);
    expect(seen.row.waiting).toContain('identity');
    expect(seen.identity_checks).toMatchObject([
      {
        id: body.id,
        provider: 'Branch desk',
        reported: true,
        applicant: 'desk-1',
        state: 'approved',
        name: 'IDA BERG',
        differs: [],
      },
    ]);
    const before = seen.level_proven;
    const document = await identityOf(ida);
    expect(document).toMatchObject({ type: 'passport', expires_on: '2030-01-01', decided_by: null });
    const decided = await decide(server, viktor, ida, document?.id ?? '', { decision: 'approve' });
    expect(decided.status).toBe(200);
    expect((await caseOf(ida)).level_proven).toBeGreaterThanOrEqual(before);
    expect(await identityOf(ida)).toBeUndefined();
    const entries = await server.db.rows(sql`
      select actor_id as by, details from audit_entry
      where client_id = ${ida.user.id} and action = 'verification.report_check'`);
    expect(entries).toEqual([
      { by: admin.user.id, details: { kind: 'identity', result: 'approved', key: 'Branch desk' } },
    ]);
  });

  it('is approved by no rule, and not by who answers for the key', async () => {
    const ida = await declared(server);
    await report(ida.user.id);
    const id = (await identityOf(ida))?.id ?? '';
    const level = (await caseOf(ida)).level_proven;
    expect((await decide(server, admin, ida, id, { decision: 'approve' })).refusal.code).toBe(
      'verification.own_report',
    );
    const approve = (by: string | null) =>
      server.db.run(sql`
        update verification_document set state = 'approved', decided_at = now(), decided_by = ${by} where id = ${id}`);
    await expect(approve(admin.user.id)).rejects.toMatchObject({ constraint: 'verification_document_own_report' });
    await expect(approve(null)).rejects.toMatchObject({ constraint: 'verification_document_by_rule' });
    expect((await caseOf(ida)).level_proven).toBe(level);
    const rejected = await decide(server, admin, ida, id, { decision: 'reject', reasons: ['altered'] });
    expect(rejected.status).toBe(200);
  });

  it('is not approved by a colleague who held the key before', async () => {
    const bea = await server.register({ roles: ['client', 'admin'] });
    await keyFor(server, bea, { name: 'Second desk', scopes: ['verification:write'] });
    const { id: keyId } = await server.db.one<{ id: string }>(sql`
      select id from operator_key where name = 'Second desk'`);
    const taken = await server.call('POST /api/staff/operator/keys/take-over', {
      as: admin,
      body: { key_id: keyId, reason: 'Bea has another task', current_password: admin.password },
    });
    const own = `Bearer ${taken.body.secret}`;
    const ida = await declared(server);
    await server.call('POST /api/operator/v1/clients/:id/checks', {
      params: { id: ida.user.id },
      body: { reference: newId(), ...passport },
      headers: { authorization: own, 'idempotency-key': newId() },
    });
    const id = (await identityOf(ida))?.id ?? '';
    expect((await decide(server, bea, ida, id, { decision: 'approve' })).refusal.code).toBe('verification.own_report');
    await expect(
      server.db.run(sql`
        update verification_document set state = 'approved', decided_at = now(), decided_by = ${bea.user.id} where id = ${id}`),
    ).rejects.toMatchObject({ constraint: 'verification_document_own_report' });
  });

  it('shows staff what differs from what the client has declared', async () => {
    const ida = await declared(server);
    await report(ida.user.id, { name: 'Jonas Berg', birth_on: '1980-01-01' });
    expect((await caseOf(ida)).identity_checks).toMatchObject([{ differs: ['name', 'birth_on'] }]);
  });

  it('waits for staff as a problem when it was rejected, and makes no document', async () => {
    const ida = await declared(server);
    const rejected = { result: 'rejected', number: undefined, expires_on: undefined };
    expect((await report(ida.user.id, rejected)).refusal.errors).toMatchObject({
      explanation: [{ code: 'validation.required' }],
    });
    await report(ida.user.id, { ...rejected, explanation: 'The picture is another person' });
    const seen = await caseOf(ida);
    expect(seen.identity_checks).toMatchObject([
      { state: 'rejected', problem: 'rejected', labels: ['The picture is another person'] },
    ]);
    expect(seen.row.waiting).toContain('identity');
    expect(seen.documents).toEqual([]);
  });

  it('is stored once by one intent, and once by one reference of the key', async () => {
    const ida = await declared(server);
    const [intent, reference] = [newId(), newId()];
    const answers = await Promise.all([1, 2, 3].map(() => report(ida.user.id, { reference }, intent)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const again = await Promise.all([1, 2].map(() => report(ida.user.id, { reference })));
    expect(again.map(({ refusal }) => refusal.code)).toEqual(Array(2).fill('http.idempotency_mismatch'));
    expect((await caseOf(ida)).identity_checks).toHaveLength(1);
  });

  it('is not shown to the client as a check to be continued', async () => {
    const ida = await declared(server);
    await report(ida.user.id);
    const { body } = await server.call('POST /api/verification', { as: ida, body: {} });
    expect(body.identity_check).toBeNull();
  });
});

describe('refusals', () => {
  const { meets, unmet } = refusalsOf(verificationProgramEndpoints);
  meets('operator_api.report_check', async () => {
    const [ida, intent] = [await declared(server), newId()];
    await report(ida.user.id, {}, intent);
    const [final, reviewed, proven] = [await declared(server), await declared(server), await declared(server)];
    const rejection = { decision: 'reject', reasons: ['altered'], final: true };
    await decide(server, viktor, final, await send(server, final, 'identity'), rejection);
    await send(server, reviewed, 'identity');
    await server.call('POST /api/staff/verification/assign', {
      as: viktor,
      body: { client_id: reviewed.user.id, request_id: newId() },
    });
    await decide(server, viktor, proven, await send(server, proven, 'identity'), { decision: 'approve' });
    return [
      () => report(ida.user.id, { number: 'Other' }, intent),
      () => report(newId(), { number: '-' }),
      () => report(viktor.user.id, { number: '-' }),
      () => report(final.user.id, { number: '-', expires_on: '2020-01-01' }),
      () => report(final.user.id, { expires_on: '2020-01-01' }),
      () => report(final.user.id),
      () => report(reviewed.user.id),
      () => report(proven.user.id),
    ];
  });
  it('are all covered', () => expect(unmet()).toEqual([]));
});
