import { afterAll, beforeAll, expect, it } from 'vitest';
import { proofRefusals } from '#contract/auth/proof.ts';
import { verificationStaffEndpoints } from '#contract/verification/staff-endpoints.ts';
import { verificationEndpoints } from '#contract/verification/endpoints.ts';
import { newId } from '#server/platform/id.ts';
import { asker } from '#test/money/payments.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { png } from '#test/files/upload.ts';
import {
  answers,
  decide,
  declared,
  described,
  factsSeen,
  page,
  personalData,
  reach,
  send,
} from '#test/compliance/verification.ts';

let server: TestServer;
let viktor: Session;
let adam: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  viktor = await server.register({ first_name: 'Viktor', roles: ['client', 'compliance'] });
  adam = await server.register({ first_name: 'Adam', roles: ['client', 'admin'] });
  ida = await declared(server);
});
afterAll(() => server.close());

const { meets, unmet } = refusalsOf({ ...verificationEndpoints, ...verificationStaffEndpoints });
const used = newId();

meets(
  'verification.save_person',
  async () => {
    const approved = await declared(server);
    await decide(server, viktor, approved, await send(server, approved, 'identity'), { decision: 'approve' });
    const save = (more: object) => () =>
      server.call('POST /api/verification/person', {
        as: approved,
        body: { ...personalData, first_name: 'Ada', ...more },
      });
    const young = { birth_on: '2010-01-01', nationality: 'ZZ' };
    return [save({ ...young, phone: '+1 555' }), save(young), save({ nationality: 'ZZ' }), save({})];
  },
  proofRefusals,
);

meets('verification.send_document', async () => {
  const request = asker(server);
  const client = await declared(server);
  const key = newId();
  await request(
    'POST /api/verification/document',
    client,
    { kind: 'residence', ...described.residence, files: [await page(server, client)] },
    key,
  );
  const identity = { kind: 'identity', ...described.identity, files: [newId()] };
  const residence = { kind: 'residence', ...described.residence, files: [newId()] };
  const post =
    (body: object, as = client, under = newId()) =>
    () =>
      request('POST /api/verification/document', as, body, under);
  const final = await declared(server);
  await decide(server, viktor, final, await send(server, final, 'identity'), {
    decision: 'reject',
    reasons: ['altered'],
    final: true,
  });
  const reviewed = await declared(server);
  await send(server, reviewed, 'identity');
  await request('POST /api/staff/verification/assign', viktor, { client_id: reviewed.user.id });
  const proven = await declared(server);
  await decide(server, viktor, proven, await send(server, proven, 'identity'), { decision: 'approve' });
  const content = await png();
  await send(server, client, 'identity', { files: [await page(server, client, content)] });
  const same = await page(server, client, content);
  return [
    post(identity, client, key),
    post({ ...identity, type: 'utility_bill' }),
    post({ ...identity, type: 'id_card', number: undefined }),
    post({ ...identity, number: ' - ' }),
    post({ ...residence, issued_on: '2026-03-03' }),
    post({ ...residence, issued_on: '2025-12-01' }),
    post({ ...identity, expires_on: '2026-03-02' }),
    post(identity, final),
    post(identity, reviewed),
    post(identity, proven),
    post(residence),
    post({ ...residence, files: [same] }),
  ];
});

meets('verification.case', () => [
  () => server.call('POST /api/staff/verification/case', { as: viktor, body: { client_id: newId() } }),
]);

/** The first three refusals of every action on a case. */
const always = async (route: Parameters<ReturnType<typeof asker>>[0], more: object) => {
  const request = asker(server);
  await request('POST /api/staff/verification/assign', viktor, { client_id: ida.user.id }, used);
  const post =
    (client_id: string, key = newId()) =>
    () =>
      request(route, viktor, { client_id, ...more }, key);
  return [post(newId(), used), post(newId()), post(viktor.user.id)];
};

meets('verification.assign', async () => {
  const other = await declared(server);
  await asker(server)('POST /api/staff/verification/assign', adam, { client_id: other.user.id });
  return [
    ...(await always('POST /api/staff/verification/assign', {})),
    () => asker(server)('POST /api/staff/verification/assign', viktor, { client_id: other.user.id }),
  ];
});

meets('verification.decide', async () => {
  const request = asker(server);
  const client = await declared(server);
  const route = 'POST /api/staff/verification/decide';
  const document_id = await send(server, client, 'identity');
  const facts_version = await factsSeen(server, viktor, client);
  const seen = { current: facts_version };
  const post = (more: object) => () => {
    const which = { client_id: client.user.id, document_id, facts_version: seen.current };
    return request(route, viktor, { ...which, decision: 'reject', ...more });
  };
  const take = () => request('POST /api/staff/verification/assign', viktor, { client_id: client.user.id });
  const decided = await send(server, client, 'residence');
  return [
    ...(await always(route, { document_id, facts_version, decision: 'approve' })),
    post({}),
    async () => {
      await decide(server, viktor, client, decided, { decision: 'approve' });
      return post({ document_id: decided })();
    },
    async () => {
      await take();
      await server.call('POST /api/verification/profile', { as: client, body: { ...answers, income: 'band_3' } });
      return post({})();
    },
    async () => {
      seen.current = await factsSeen(server, viktor, client);
      return post({})();
    },
    post({ reasons: ['mood'] }),
    post({ decision: 'approve', expires_on: '2026-03-01' }),
  ];
});

meets('verification.confirm_phone', async () => {
  const client = await server.register();
  const stale = '0'.repeat(64);
  const route = 'POST /api/staff/verification/phone';
  return [
    ...(await always(route, { how: 'Called.', facts_version: stale })),
    () => asker(server)(route, viktor, { client_id: client.user.id, how: 'Called.', facts_version: stale }),
    async () => {
      await asker(server)('POST /api/staff/verification/assign', viktor, { client_id: client.user.id });
      return asker(server)(route, viktor, { client_id: client.user.id, how: 'Called.', facts_version: stale });
    },
    () => reach(server, viktor, client),
  ];
});

meets('verification.request_document', async () => {
  const client = await server.register();
  const route = 'POST /api/staff/verification/request-document';
  const more = { kind: 'identity', comment: 'The other side.' };
  return [...(await always(route, more)), () => asker(server)(route, viktor, { client_id: client.user.id, ...more })];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));

it('accepts another document, once one was requested, even after a final rejection', async () => {
  const request = asker(server);
  const client = await declared(server);
  await decide(server, viktor, client, await send(server, client, 'identity'), {
    decision: 'reject',
    reasons: ['altered'],
    final: true,
  });
  const client_id = client.user.id;
  await request('POST /api/staff/verification/assign', viktor, { client_id });
  await request('POST /api/staff/verification/request-document', viktor, {
    client_id,
    kind: 'identity',
    comment: 'Your passport.',
  });
  const kind = async () =>
    (await server.call('POST /api/verification', { as: client, body: {} })).body.kinds.find(
      (each) => each.kind === 'identity',
    );
  expect(await kind()).toMatchObject({ open: true, requested: 'Your passport.' });
  await send(server, client, 'identity');
  expect(await kind()).toMatchObject({ status: 'in_review', requested: null });
});
