import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientProgramEndpoints } from '#contract/clients/program-endpoints.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { verifyPeople } from '#server/staff/people-verify.ts';
import { confirmAs, setLevel, waitingFor } from '#test/compliance/approvals.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let paul: Session;
let crm: Program;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'], first_name: 'Anna' });
  paul = await server.register({ roles: ['client', 'admin'], first_name: 'Paul' });
  crm = await keyFor(server, admin, { name: 'CRM', scopes: ['profiles:write', 'verification:write'] });
});
afterAll(() => server.close());

interface How {
  by?: Program;
  intent?: string;
}
const headersOf = ({ by = crm, intent = newId() }: How) => ({ authorization: by, 'idempotency-key': intent });
const newAddress = () => `${newId()}@example.com`;
const nora = { first_name: 'Nora', second_name: 'New', country: 'DE' };
const create = (given: Partial<typeof nora> & { email: string; phone?: string; language?: 'de' }, how: How = {}) =>
  server.call('POST /api/operator/v1/clients', { body: { ...nora, ...given }, headers: headersOf(how) });
const invite = (id: string, how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/invitation', { params: { id }, body: {}, headers: headersOf(how) });
const correct = (id: string, given: object = {}, how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/person', {
    params: { id },
    body: { first_name: 'Nora', second_name: 'Corrected', reason: 'As in the passport', ...given },
    headers: headersOf(how),
  });
const setCountry = (id: string, country: string, how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/country', {
    params: { id },
    body: { country, reason: 'Moved' },
    headers: headersOf(how),
  });
const requestEmail = (id: string, email: string, { reason = 'mailbox_lost', ...how }: How & { reason?: string } = {}) =>
  server.call('POST /api/operator/v1/clients/:id/email', {
    params: { id },
    body: { email, reason, comment: 'Called from the known number' },
    headers: headersOf(how),
  });
const proposeLevel = (id: string, level: number, how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/level', {
    params: { id },
    body: { level, reason: 'Seen in the branch' },
    headers: headersOf(how),
  });
const every = [
  (id: string, how: How) => invite(id, how),
  (id: string, how: How) => correct(id, {}, how),
  (id: string, how: How) => setCountry(id, 'AT', how),
  (id: string, how: How) => requestEmail(id, newAddress(), how),
  (id: string, how: How) => proposeLevel(id, 4, how),
];
const personOf = (id: string) =>
  server.db.one<Record<string, unknown>>(sql`
    select first_name, second_name, email, country, language, phone, verification_level, roles from person where id = ${id}`);
const auditOf = (id: string) =>
  server.db.rows<{ action: string; by: string; key: string | null }>(sql`
    select action, actor_id as by, details ->> 'key' as key from audit_entry where client_id = ${id} order by id`);
const invitationsTo = async (email: string) =>
  (await emailsTo(server, email)).filter(({ subject }) => subject.startsWith('Set your password'));

const refusals = refusalsOf(clientProgramEndpoints);
refusals.meets('operator_api.create_client', async () => {
  const [intent, email] = [newId(), newAddress()];
  await create({ email }, { intent });
  return [
    () => create({ email: newAddress(), country: 'XX', phone: '+1 555' }, { intent }),
    () => create({ email, country: 'XX', phone: '+1 555' }),
    () => create({ email, phone: '+1 555' }),
    () => create({ email }),
  ];
});
refusals.meets('operator_api.invite_client', async () => {
  const { body } = await create({ email: newAddress() });
  const confirmed = await server.register();
  await server.db.run(sql`update person set email_verified_at = ${server.clock.now()} where id = ${confirmed.user.id}`);
  const intent = newId();
  await invite(body.id, { intent });
  return [
    () => invite(newId(), { intent }),
    () => invite(newId()),
    () => invite(paul.user.id),
    () => invite(confirmed.user.id),
  ];
});
refusals.meets('operator_api.correct_client', async () => {
  const { user } = await server.register();
  const intent = newId();
  await correct(user.id, {}, { intent });
  return [
    () => correct(newId(), { nationality: 'XX' }, { intent }),
    () => correct(newId(), { nationality: 'XX' }),
    () => correct(paul.user.id, { nationality: 'XX' }),
    () => correct(user.id, { nationality: 'XX' }),
    () => correct(user.id),
  ];
});
refusals.meets('operator_api.set_country', async () => {
  const { user } = await server.register({ country: 'DE' });
  const intent = newId();
  await setCountry(user.id, 'AT', { intent });
  return [
    () => setCountry(newId(), 'XX', { intent }),
    () => setCountry(newId(), 'XX'),
    () => setCountry(paul.user.id, 'XX'),
    () => setCountry(user.id, 'XX'),
    () => setCountry(user.id, 'AT'),
  ];
});
refusals.meets('operator_api.request_email', async () => {
  const [{ user }, helped] = [await server.register(), await server.register()];
  const [intent, free] = [newId(), newAddress()];
  await requestEmail(user.id, newAddress(), { intent });
  const done = { actorId: admin.user.id, clientId: helped.user.id, action: 'clients.reset_second_factor' } as const;
  await server.db.tx((tx) => writeAudit(tx, server.clock, done));
  return [
    () => requestEmail(helped.user.id, helped.user.email, { intent }),
    () => requestEmail(helped.user.id, helped.user.email),
    () => requestEmail(newId(), helped.user.email),
    () => requestEmail(paul.user.id, paul.user.email),
    () => requestEmail(user.id, user.email, { reason: 'nothing' }),
    () => requestEmail(user.id, paul.user.email, { reason: 'nothing' }),
    () => requestEmail(user.id, free, { reason: 'nothing' }),
    () => requestEmail(user.id, free),
  ];
});
refusals.meets('operator_api.propose_level', async () => {
  const known = await server.register();
  await setLevel(server, [admin, paul], known.user.id, { level: 2 });
  const intent = newId();
  await proposeLevel(known.user.id, 4, { intent });
  return [
    () => proposeLevel(newId(), 1, { intent }),
    () => proposeLevel(newId(), 1),
    () => proposeLevel(paul.user.id, 1),
    () => proposeLevel(known.user.id, 2),
    () => proposeLevel(known.user.id, 4),
  ];
});

describe('a client whom a program creates', () => {
  it('is as after registration, without level, sets a password by the invitation and signs in', async () => {
    const email = newAddress();
    const { status, body } = await create({ email, phone: '030 1234567', language: 'de' });
    expect([status, body.email]).toEqual([200, email]);
    expect(await personOf(body.id)).toMatchObject({
      ...nora,
      email,
      language: 'de',
      phone: '+49301234567',
      verification_level: 0,
      roles: ['client'],
    });
    expect(await auditOf(body.id)).toEqual([{ action: 'clients.create', by: admin.user.id, key: 'CRM' }]);
    await server.drain();
    const events = await server.db.rows(sql`select type from operator_event where client_id = ${body.id}`);
    expect(events).toEqual([{ type: 'client.registered' }]);
    const password = goodPassword;
    const token = await emailedToken(server, email);
    await server.call('POST /api/password/reset', { body: { token, password, password_confirmation: password } });
    const entered = await server.call('POST /api/login', { body: { email, password } });
    expect(entered.body).toMatchObject({ user: { id: body.id } });
    const { findings } = await server.db.snapshot(verifyPeople);
    expect(findings.filter(({ clientId }) => clientId === body.id)).toEqual([]);
  });

  it('is one under one key, also concurrently, and the refusal of a taken address has nothing of its owner', async () => {
    const [email, intent] = [newAddress(), newId()];
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ email }, { intent })));
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    const blocked = await server.register();
    await server.db.run(sql`update person set blocked_at = ${server.clock.now()} where id = ${blocked.user.id}`);
    const taken = [email, email.toUpperCase(), blocked.user.email, paul.user.email, admin.user.email];
    const answers = await Promise.all(taken.map((each) => create({ email: each })));
    for (const { status, refusal } of answers)
      expect([status, refusal]).toEqual([422, { ...answers[0]?.refusal, errors: answers[0]?.refusal.errors }]);
    expect(answers[0]?.refusal.errors?.['email']?.[0]?.code).toBe('auth.email_taken');
  });

  it('is invited again, at most five times within an hour, until the address is confirmed', async () => {
    const email = newAddress();
    const { body } = await create({ email });
    for (let count = 0; count < 5; count += 1) expect((await invite(body.id)).status).toBe(200);
    expect((await invite(body.id)).refusal.code).toBe('http.too_many');
    expect(await invitationsTo(email)).toHaveLength(6);
    expect((await auditOf(body.id)).filter(({ action }) => action === 'clients.invite')).toHaveLength(5);
  });
});

describe('a correction by a program', () => {
  it('is that of staff, under the name of the key, and the client is notified', async () => {
    const { user } = await server.register({ country: 'DE' });
    expect((await correct(user.id)).body).toEqual({ client_id: user.id });
    expect((await setCountry(user.id, 'AT')).body).toEqual({ client_id: user.id });
    expect(await personOf(user.id)).toMatchObject({ second_name: 'Corrected', country: 'AT' });
    expect(await auditOf(user.id)).toEqual([
      { action: 'clients.correct_person', by: admin.user.id, key: 'CRM' },
      { action: 'clients.set_country', by: admin.user.id, key: 'CRM' },
    ]);
    await server.drain();
    const kinds = await server.db.rows<{ kind: string }>(
      sql`select kind from notification where person_id = ${user.id} order by kind`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['country_set', 'person_corrected', 'welcome']);
  });
});

describe('what takes two people', () => {
  it('waits for one who is not the administrator of the key', async () => {
    const { user } = await server.register();
    const email = newAddress();
    await requestEmail(user.id, email);
    await proposeLevel(user.id, 3);
    expect(await personOf(user.id)).toMatchObject({ email: user.email, verification_level: 0 });
    for (const kind of ['email', 'level'] as const) {
      const request = await waitingFor(server, user.id, kind);
      expect((await confirmAs(server, admin, request)).refusal.code).toBe('approvals.own_request');
      expect((await confirmAs(server, paul, request)).status).toBe(200);
    }
    expect(await personOf(user.id)).toMatchObject({ email: user.email, verification_level: 3 });
    const changes = await server.db.rows(sql`select email from email_change where person_id = ${user.id}`);
    expect(changes).toEqual([{ email }]);
    const asked = (await auditOf(user.id)).filter(({ action }) => action === 'approvals.request');
    expect(asked.map(({ key }) => key)).toEqual(['CRM', 'CRM']);
  });
});

describe('every write', () => {
  it('finds no blocked or closed client and not the administrator of the key', async () => {
    const [blocked, closed] = [await server.register(), await server.register()];
    const now = server.clock.now();
    await server.db.run(sql`update person set blocked_at = ${now} where id = ${blocked.user.id}`);
    await server.db.run(sql`update person set blocked_at = ${now}, closed_at = ${now} where id = ${closed.user.id}`);
    for (const { user } of [blocked, closed, admin])
      for (const call of every) expect((await call(user.id, {})).refusal.code).toBe('http.not_found');
  });

  it('needs its scope and the header', async () => {
    const { user } = await server.register();
    const other = await keyFor(server, admin, { name: 'Other', scopes: ['clients:read', 'clients:write'] });
    for (const call of [(_: string, how: How) => create({ email: newAddress() }, how), ...every]) {
      expect((await call(user.id, { by: other })).refusal.code).toBe('operator.scope');
      expect((await call(user.id, { intent: 'short' })).refusal.errors?.['request_id']?.[0]?.code).toBe(
        'http.idempotency_key',
      );
    }
    expect(await auditOf(user.id)).toEqual([]);
  });
});

it('meets every refusal above', () => {
  expect(refusals.unmet()).toEqual([]);
});
