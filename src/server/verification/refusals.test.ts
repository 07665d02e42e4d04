import { afterAll, beforeAll, expect, it } from 'vitest';
import { proofRefusals } from '#contract/auth/proof.ts';
import { verificationStaffEndpoints } from '#contract/verification/staff-endpoints.ts';
import { verificationEndpoints } from '#contract/verification/endpoints.ts';
import { newId } from '#server/platform/id.ts';
import { asker } from '#test/money/payments.ts';
import { keyFor } from '#test/compliance/programs.ts';
import { documentImportsBy } from '#test/compliance/import-documents.ts';
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
      const key = await keyFor(server, adam, { name: 'Branch desk', scopes: ['verification:write'] });
      const other = await declared(server);
      await server.call('POST /api/operator/v1/clients/:id/checks', {
        params: { id: other.user.id },
        body: { reference: 'desk-1', result: 'approved', ...described.identity, name: 'Ida Berg' },
        headers: { authorization: key, 'idempotency-key': newId() },
      });
      const seenBy = { as: adam, body: { client_id: other.user.id } };
      const [reported] = (await server.call('POST /api/staff/verification/case', seenBy)).body.documents;
      return decide(server, adam, other, reported?.id ?? '', { decision: 'approve' });
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

meets('verification.use_imported', async () => {
  const request = asker(server);
  const paul = await server.register({ first_name: 'Paul', roles: ['client', 'admin'] });
  const { clientNumber, clientId, imported, caseOf, asClient } = documentImportsBy(() => ({ server, ada: adam, paul }));
  const [one, other] = [await clientNumber(), await clientNumber()];
  const same = await png();
  await imported(
    [
      `slip.png,${one},payslip,,2026-02-10,,`,
      `bare.png,${one},passport,,,,`,
      `bill.png,${one},utility_bill,,,,`,
      `first.png,${one},passport,A 1,,2030-01-01,`,
      `slip2.png,${one},payslip,,2026-02-10,,`,
      `tax.png,${one},tax_notice,,2026-02-10,,`,
      `both1.png,${other},payslip,,2026-02-10,,`,
      `both2.png,${other},passport,A 2,,2030-01-01,`,
    ],
    {
      ...Object.fromEntries(
        await Promise.all(
          ['slip', 'bare', 'bill', 'first', 'slip2', 'tax'].map(async (name) => [`${name}.png`, await png()] as const),
        ),
      ),
      'both1.png': same,
      'both2.png': same,
    },
  );
  const route = 'POST /api/staff/verification/use-imported';
  const ids = { one: await clientId(one), other: await clientId(other) };
  const papers = [...(await caseOf(ids.one)).imported, ...(await caseOf(ids.other)).imported];
  const idOf = (name: string) => papers.find(({ file }) => file.name === `${name}.png`)?.id ?? '';
  const post =
    (name: string, more: object = {}, client_id = ids.one) =>
    () =>
      request(route, viktor, { client_id, imported_id: idOf(name), ...more });
  const take = (client_id: string) => request('POST /api/staff/verification/assign', viktor, { client_id });
  const own = await asClient(ids.one);
  const kinds = { first: 'identity', tax: 'residence' };
  const decideOn = async (name: keyof typeof kinds, decision: object) => {
    const { body } = await post(name)();
    const pending = body.documents.find(({ kind, state }) => state === 'pending' && kind === kinds[name])?.id ?? '';
    await decide(server, viktor, { ...own, user: { ...own.user, id: ids.one } }, pending, decision);
  };
  return [
    ...(await always(route, { imported_id: newId() })),
    post('slip'),
    async () => {
      await take(ids.one);
      await post('slip')();
      return post('slip')();
    },
    post('bare'),
    post('bill', { issued_on: '2099-01-01' }),
    post('bill', { issued_on: '2001-01-01' }),
    post('bare', { number: 'A 3', expires_on: '2001-01-01' }),
    async () => {
      await decideOn('first', { decision: 'reject', reasons: ['altered'], final: true });
      return post('bare', { number: 'A 3', expires_on: '2030-01-01' })();
    },
    post('slip2'),
    async () => {
      await decideOn('tax', { decision: 'approve' });
      return post('bill', { issued_on: '2026-02-10' })();
    },
    async () => {
      await take(ids.other);
      await post('both1', {}, ids.other)();
      return post('both2', {}, ids.other)();
    },
  ];
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
