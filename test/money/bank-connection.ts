import { expect } from 'vitest';
import type { Session, TestServer } from '../server.ts';
import { asker, submitted, type Payer } from './payments.ts';

/** Approves what waits for a second person. */
export async function approveBy(server: TestServer, as: Session, kind: string, key: string) {
  const { body } = await server.call('POST /api/staff/approvals', { as, body: {} });
  const found = body.approval_requests.find((each) => each.kind === kind && 'key' in each && each.key === key);
  return server.call('POST /api/staff/approvals/approve', {
    as,
    body: {
      approval_request_id: found?.id ?? crypto.randomUUID(),
      current_password: as.password,
      overrule: 'One network in tests.',
    },
  });
}

interface Given {
  adapter: 'bank_s3' | 'bank_sftp';
  fields: Record<string, string>;
  currencies?: string[];
}

/** A connection to a bank, entered and tested by one person and approved by another. */
export async function connectBank(
  server: TestServer,
  [author, second]: readonly [Session, Session],
  { adapter, fields, currencies = ['USD'] }: Given,
): Promise<string> {
  const proof = { current_password: author.password };
  const { body } = await server.call('POST /api/staff/connections/create', {
    as: author,
    body: {
      adapter,
      name: 'House bank',
      fields: { orders_folder: 'in', reports_folder: 'out', credits_exact: 'true', ...fields },
      in_own_network: false,
      countries: [],
      currencies,
      tiers: [],
      order: 1,
      ...proof,
    },
  });
  const id = body.connection_id;
  await server.call('POST /api/staff/connections/test', { as: author, body: { connection_id: id } });
  const reason = 'Agreed with the bank';
  const used = await server.call('POST /api/staff/connections/use', {
    as: author,
    body: { connection_id: id, overlap_hours: 0, reason, ...proof },
  });
  expect([used.status, await probeOf(server, author, id)]).toEqual([200, { ok: true }]);
  expect((await approveBy(server, second, 'connection', id)).status).toBe(200);
  return id;
}

async function probeOf(server: TestServer, as: Session, id: string) {
  const { body } = await server.call('POST /api/staff/connections', { as, body: {} });
  const probe = body.connections.find((each) => each.id === id)?.probe;
  return probe?.ok ? { ok: true } : probe;
}

interface Order {
  payer: Payer;
  destination: string;
  /** Who makes the file, and who releases it. */
  by: readonly [Session, Session];
  payOn: string;
}

/** A withdrawal in a file of its own, which waits for the second person. */
export async function makeFile(server: TestServer, { payer, destination, by: [finance], payOn }: Order) {
  const payment = await submitted(server, payer, destination, '100');
  const ask = asker(server);
  await ask('POST /api/staff/payments/assign', finance, { payment_id: payment });
  await ask('POST /api/staff/payments/approve', finance, { payment_id: payment });
  const order = { currency: 'USD', pay_on: payOn, reason: 'Daily payouts' };
  const { body } = await ask('POST /api/staff/payments/bank-files/make', finance, order);
  return { file: body.id, payment };
}

/** One that two people released. */
export async function releaseFile(server: TestServer, order: Order) {
  const made = await makeFile(server, order);
  expect((await approveBy(server, order.by[1], 'payout_file', made.file)).status).toBe(200);
  return made;
}
