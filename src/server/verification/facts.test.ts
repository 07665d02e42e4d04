import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientCorrectionEndpoints } from '#contract/clients/corrections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { asker, codeOf } from '#test/money/payments.ts';
import { setLevel } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { decide, declared, factsSeen, personalData, reach, send } from '#test/compliance/verification.ts';

let server: TestServer;
let viktor: Session;
let adam: Session;
beforeAll(async () => {
  server = await startServer();
  viktor = await server.register({ first_name: 'Viktor', roles: ['client', 'compliance'] });
  adam = await server.register({ first_name: 'Adam', roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const caseOf = async ({ user }: Session) =>
  (await server.call('POST /api/staff/verification/case', { as: viktor, body: { client_id: user.id } })).body;
const save = (as: Session, more: object) =>
  server.call('POST /api/settings/profile', {
    as,
    body: { first_name: 'Ida', second_name: 'Berg', current_password: as.password, ...more },
  });
const declare = (as: Session, more: object) =>
  server.call('POST /api/verification/person', {
    as,
    body: { ...personalData, current_password: as.password, ...more },
  });
const approve = (client: Session, documentId: string, more: object = {}) =>
  decide(server, viktor, client, documentId, { decision: 'approve', ...more });
const documentOf = async (client: Session, documentId: string) =>
  (await caseOf(client)).documents.find(({ id }) => id === documentId);

it.each<[string, (as: Session) => Promise<unknown>]>([
  ['name', (as) => save(as, { first_name: 'Rosa' })],
  ['address', (as) => save(as, { address: 'Elsewhere 77' })],
  ['birthday', (as) => declare(as, { birth_on: '1991-05-17' })],
  ['nationality', (as) => declare(as, { nationality: 'AT' })],
  ['country', ({ user }) => server.db.run(sql`update person set country = 'AT' where id = ${user.id}`)],
])('decides nothing where the client has another %s than the officer saw', async (_what, change) => {
  const ida = await declared(server);
  const documentId = await send(server, ida, 'identity');
  const facts_version = await factsSeen(server, viktor, ida);
  await change(ida);
  expect(codeOf(await approve(ida, documentId, { facts_version }))).toBe('verification.changed_meanwhile');
  const refused = { decision: 'reject', reasons: ['name_differs'], facts_version };
  expect(codeOf(await decide(server, viktor, ida, documentId, refused))).toBe('verification.changed_meanwhile');
  expect((await documentOf(ida, documentId))?.state).toBe('pending');
  expect((await approve(ida, documentId)).status).toBe(200);
});

it('confirms the number that the officer saw, and no other', async () => {
  const ida = await declared(server);
  const facts_version = await factsSeen(server, viktor, ida);
  await save(ida, { phone: '+49 30 1234567' });
  const body = { client_id: ida.user.id, facts_version, how: 'Called.' };
  await asker(server)('POST /api/staff/verification/assign', viktor, { client_id: ida.user.id });
  expect(codeOf(await asker(server)('POST /api/staff/verification/phone', viktor, body))).toBe(
    'verification.changed_meanwhile',
  );
  expect((await reach(server, viktor, ida)).body.client.phone_confirmed).toBe(true);
});

it('stores with a document the facts it was compared with, and shows the present ones next to them', async () => {
  const ida = await declared(server);
  const residence = await send(server, ida, 'residence');
  await save(ida, { address: 'Elm Row 4' });
  expect(await documentOf(ida, residence)).toMatchObject({ facts: { address: personalData.address } });
  await approve(ida, residence);
  expect(await documentOf(ida, residence)).toMatchObject({ state: 'approved', facts: { address: 'Elm Row 4' } });
  await save(ida, { address: 'Fir Row 5' });
  expect(await documentOf(ida, residence)).toMatchObject({ state: 'pending', facts: { address: 'Elm Row 4' } });
  expect((await caseOf(ida)).facts).toMatchObject({ address: 'Fir Row 5', first_name: 'Ida', country: 'DE' });
  await expect(
    server.db.run(sql`update verification_document set state = 'approved', facts = null where id = ${residence}`),
  ).rejects.toThrow(/verification_document_facts/);
});

it('puts everything that was proven under another name back to review', async () => {
  const ida = await declared(server);
  const residence = await send(server, ida, 'residence');
  await approve(ida, residence);
  await save(ida, { first_name: 'Rosa' });
  expect(await documentOf(ida, residence)).toMatchObject({ state: 'pending', facts: { first_name: 'Ida' } });
});

it('does not allow a change of birthday or nationality once an identity document has proven them', async () => {
  const ida = await declared(server);
  await approve(ida, await send(server, ida, 'identity'));
  for (const [fact, value] of [
    ['birth_on', '1991-05-17'],
    ['nationality', 'AT'],
  ] as const) {
    const { refusal } = await declare(ida, { [fact]: value });
    expect(refusal.errors?.[fact]?.[0]?.code).toBe('verification.name_locked');
  }
  expect((await declare(ida, {})).status).toBe(200);
});

it('approves either before or after a concurrent change, and never another name than was seen', async () => {
  for (let round = 0; round < 8; round += 1) {
    const ida = await declared(server);
    const documentId = await send(server, ida, 'identity');
    await asker(server)('POST /api/staff/verification/assign', viktor, { client_id: ida.user.id });
    const facts_version = await factsSeen(server, viktor, ida);
    const body = { client_id: ida.user.id, document_id: documentId, facts_version, decision: 'approve' };
    const [decided, saved] = await Promise.all([
      asker(server)('POST /api/staff/verification/decide', viktor, body),
      save(ida, { first_name: 'Rosa' }),
    ]);
    const { facts, documents } = await caseOf(ida);
    expect([
      [200, 422, 'Ida', 'approved'],
      [409, 200, 'Rosa', 'pending'],
    ]).toContainEqual([decided.status, saved.status, facts.first_name, documents[0]?.state]);
  }
});

it('keeps what another tab saved in the meantime in fields that a change leaves out', async () => {
  const ida = await declared(server);
  const results = await Promise.all([save(ida, { phone: '+49 30 1234567' }), save(ida, { address: 'Elm Row 4' })]);
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect((await caseOf(ida)).facts).toMatchObject({ phone: '+49301234567', address: 'Elm Row 4' });
});

describe('a level by hand', () => {
  const byHand = async (level: number) => {
    const ida = await declared(server);
    await setLevel(server, [viktor, adam], ida.user.id, { level });
    return ida;
  };
  const shown = async (as: Session) => (await server.call('POST /api/verification', { as, body: {} })).body;

  it('that counts as a proven identity locks the name, and a lower one does not', async () => {
    const ida = await byHand(3);
    expect((await save(ida, { first_name: 'Rosa' })).refusal.errors?.['first_name']?.[0]?.code).toBe(
      'verification.name_locked',
    );
    expect((await shown(ida)).name_locked).toBe(true);
    const ada = await byHand(2);
    expect((await save(ada, { first_name: 'Rosa' })).status).toBe(200);
    expect(await shown(ada)).toMatchObject({ level: 2, set_by_hand: true, name_locked: false });
  });

  it('ends with another address, where it counts as a proven residence, and is found in the audit log', async () => {
    const ida = await byHand(3);
    await save(ida, { address: 'Elm Row 4' });
    expect(await shown(ida)).toMatchObject({ level: 1, set_by_hand: false });
    const [entry] = await server.db.rows(sql`
      select actor_id, details from audit_entry where client_id = ${ida.user.id} and action = 'clients.save_profile'`);
    const details = { address: `${personalData.address} → Elm Row 4`, level: '3 → ' };
    expect(entry).toEqual({ actor_id: ida.user.id, details });
    const ada = await byHand(2);
    await save(ada, { address: 'Elm Row 4' });
    expect(await shown(ada)).toMatchObject({ level: 2, set_by_hand: true });
  });
});

describe('clients.correct_person', () => {
  const correct = (clientId: string, more: object = {}, as = viktor) =>
    server.call('POST /api/staff/clients/person', {
      as,
      body: {
        client_id: clientId,
        first_name: 'Ida',
        second_name: 'Burg',
        reason: 'Married, saw the new passport.',
        current_password: as.password,
        ...more,
      },
    });

  it('puts a proven name right, has it reviewed again, and leaves what was and why', async () => {
    const ida = await declared(server);
    const documentId = await send(server, ida, 'identity');
    await approve(ida, documentId);
    expect((await correct(ida.user.id, { birth_on: '1990-05-18' })).status).toBe(200);
    expect((await caseOf(ida)).facts).toMatchObject({ second_name: 'Burg', birth_on: '1990-05-18', nationality: 'DE' });
    expect(await documentOf(ida, documentId)).toMatchObject({ state: 'pending', facts: { second_name: 'Berg' } });
    const [entry] = await server.db.rows(sql`
      select actor_id, details from audit_entry where client_id = ${ida.user.id} and action = 'clients.correct_person'`);
    const reason = 'Married, saw the new passport.';
    const details = { second_name: 'Berg → Burg', birth_on: '1990-05-17 → 1990-05-18', reason };
    expect(entry).toEqual({ actor_id: viktor.user.id, details });
    expect((await server.call('POST /api/settings/activity', { as: ida, body: {} })).body).toContainEqual(
      expect.objectContaining({ action: 'clients.correct_person', reason }),
    );
  });

  it('is refused in the contract’s order', async () => {
    const ida = await declared(server);
    const colleague = await server.register({ roles: ['client', 'support'] });
    const same = { second_name: 'Berg', current_password: 'not this one' };
    const codes: string[] = [];
    for (const call of [
      () => correct(viktor.user.id, same),
      () => correct(newId(), same),
      () => correct(colleague.user.id, same),
      () => correct(ida.user.id, { ...same, nationality: 'XX' }),
      () => correct(ida.user.id, same),
      () => correct(ida.user.id, { current_password: 'not this one' }),
    ])
      codes.push(codeOf(await call()));
    expect(codes.slice(0, 5)).toEqual(clientCorrectionEndpoints['clients.correct_person'].refusals.slice(0, 5));
    expect(codes[5]).toBe('auth.current_password');
  });
});
