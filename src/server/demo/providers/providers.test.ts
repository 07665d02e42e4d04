import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoProviderName } from '#contract/demo/endpoints.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { connectedTo } from './connected.ts';
import { openDemoProviders } from './running.ts';
import { resumeProviders } from './use-provider.ts';

let server: TestServer;
let broker: TestServer;
let adam: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer({ env: { DEMO: '1' } });
  broker = await startServer({ env: { DEMO: '0' } });
  adam = await server.register({ roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => Promise.all([server.close(), broker.close()]));

const use = (name: DemoProviderName, current_password = adam.password) =>
  server.call('POST /api/demo/providers/use', { as: adam, body: { name, current_password } });
const shown = async (name: DemoProviderName) =>
  (await server.call('GET /api/demo/providers', { as: adam })).body.providers.find((each) => each.name === name);
const connections = async () =>
  (await server.call('POST /api/staff/connections', { as: adam, body: {} })).body.connections;

it.each(['twilio', 'http_gateway', 'sumsub'] as const)('puts %s into use at once, and shows its page', async (name) => {
  expect(await shown(name)).toMatchObject({ state: 'none', page: null });
  expect((await use(name)).status).toBe(200);
  const { state, page } = (await shown(name)) ?? {};
  expect(state).toBe('on');
  const html = await (await fetch(page ?? '')).text();
  expect(html).toContain('<h1>Stand-in for ');
});

it.each([
  'stripe',
  'adyen',
  'btcpay',
  'hosted_page',
  'stripe_payouts',
  'adyen_transfers',
  'btcpay_payouts',
  'yente',
  'bank_sftp',
  'bank_s3',
] as const)('proposes %s to another person, whose approval puts it into use', async (name) => {
  expect((await use(name)).status).toBe(200);
  expect(await shown(name)).toMatchObject({ state: 'waiting', takes_two: true });
  const [waiting] = (await server.call('POST /api/staff/approvals', { as: ines, body: {} })).body.approval_requests;
  const decided = await server.call('POST /api/staff/approvals/approve', {
    as: ines,
    body: {
      approval_request_id: waiting?.id ?? '',
      current_password: ines.password,
      overrule: 'One network in tests.',
    },
  });
  expect(decided.status).toBe(200);
  expect(await shown(name)).toMatchObject({ state: 'on' });
});

it('shows no failed call of a test whose provider refused what it was to refuse', async () => {
  const tested = await connections();
  expect(tested.map(({ adapter }) => adapter)).toEqual(expect.arrayContaining(['sumsub', 'hosted_page']));
  expect(tested.filter(({ last_failure: failure }) => failure !== null)).toEqual([]);
});

it('is connected once by two tabs at the same moment', async () => {
  const former = (await connections()).filter(({ adapter }) => adapter === 'twilio');
  for (const { id } of former) {
    const body = { connection_id: id };
    expect((await server.call('POST /api/staff/connections/switch-off', { as: adam, body })).status).toBe(200);
    expect((await server.call('POST /api/staff/connections/remove', { as: adam, body })).status).toBe(200);
  }
  expect((await Promise.all([use('twilio'), use('twilio')])).map(({ status }) => status)).toContain(200);
  expect(await shown('twilio')).toMatchObject({ state: 'on' });
  expect((await connections()).filter(({ adapter }) => adapter === 'twilio')).toHaveLength(1);
});

it('connects each once, and takes the password of the caller', async () => {
  const before = (await connections()).length;
  expect((await use('yente')).status).toBe(200);
  expect((await connections()).length).toBe(before);
  expect((await use('yente', 'another password')).status).toBe(422);
});

it('finds its connection by an address on this machine alone', async () => {
  const found = (await connections()).filter(({ adapter }) => adapter === 'yente');
  expect(connectedTo(found, 'yente')?.port).toBeGreaterThan(0);
  const elsewhere = found.map((each) => ({
    ...each,
    draft: each.value && { ...each.value, settings: { address: 'https://lists.example.com' } },
  }));
  expect(connectedTo(elsewhere, 'yente')).toBeUndefined();
});

it('does not exist outside a demo, where no connection may lead to this machine either', async () => {
  const admin = await broker.register({ roles: ['client', 'admin'] });
  const body = { name: 'stripe', current_password: admin.password } as const;
  expect((await broker.call('POST /api/demo/providers/use', { as: admin, body })).status).toBe(404);
  expect((await broker.call('GET /api/demo/providers', { as: admin })).status).toBe(404);
});

it('runs again after a restart where its connection has it, unless that place is taken', async () => {
  const { page } = (await shown('yente')) ?? {};
  const early = openDemoProviders(server.app);
  await resumeProviders(server.app, early);
  expect(early.of('yente')).toBeUndefined();
  // The first server stops.
  const running = openDemoProviders(server.app);
  await server.app.http.close();
  await resumeProviders(server.app, running);
  expect((await running.of('yente'))?.url).toBe(page);
  expect((await running.of('stripe'))?.url).toMatch(/^http:/);
  // A bank shows the key that its connection knows.
  const banks = await server.app.connections.openUsed('bank_files');
  expect(await Promise.all(banks.map(({ port }) => port.test()))).toMatchObject([{ ok: true }, { ok: true }]);
  await running.close();
});
