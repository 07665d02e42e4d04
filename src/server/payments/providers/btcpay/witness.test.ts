import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcpayStandInKey, startBtcpay, standInStore, type BtcpayStandIn } from '#test/external-services/stand-ins.ts';

/**
 * BTCPay's own description of its interface, which is no part of this project: it may stand in a folder beside it. It is the
 * witness of what the stand-in takes and answers, and so of what the adapter sends.
 */
const folder = fileURLToPath(new URL('../../../../../../shared/data/btcpay/', import.meta.url));
const isThere = existsSync(folder);

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, unknown>;
  required?: string[];
  additionalProperties?: unknown;
}
interface Described {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, Schema> };
}
const read = (part: string) => JSON.parse(readFileSync(`${folder}swagger.template.${part}json`, 'utf8')) as Described;

let btcpay: BtcpayStandIn;
let schemas: Record<string, Schema> = {};
beforeAll(async () => {
  btcpay = await startBtcpay();
  if (isThere)
    schemas = Object.assign(
      {},
      ...['', 'invoices.', 'webhooks.', 'pull-payments.'].map((part) => read(part).components.schemas),
    );
});
afterAll(() => btcpay.close());

/** The parts of a schema as one: each of them forbids the properties of the others, which nothing could meet. */
function whole(schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const parts = [own, ...[...($ref ? [schemas[$ref.split('/').at(-1) ?? ''] ?? {}] : []), ...allOf].map(whole)];
  return {
    ...own,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
    additionalProperties: parts.every(({ additionalProperties: more }) => more !== true) ? false : {},
  };
}

function errorsOf(name: string, value: unknown): string[] {
  const checker = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  checker.addSchema({ $id: 'btcpay', components: { schemas } });
  const given = whole({ $ref: name });
  const text = JSON.stringify(given).replaceAll('"#/', '"btcpay#/');
  checker.validate(JSON.parse(text) as object, value);
  return (checker.errors ?? []).map((each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`);
}

const call = (path: string, init: RequestInit = {}) => callApi(`/stores/${standInStore}${path}`, init);
const callApi = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `token ${btcpayStandInKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${btcpay.url}/api/v1${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown> };
};
/** Its description calls a date text, which its server writes as a number; what is not set yet it leaves open. */
const written = ({ date, ...payout }: Record<string, unknown>) => ({
  ...Object.fromEntries(Object.entries(payout).filter(([, value]) => value !== null)),
  date: String(date),
});
const order = {
  amount: '100.50',
  currency: 'EUR',
  metadata: { orderId: 'DEP7KQ4M2P9' },
  additionalSearchTerms: ['DEP7KQ4M2P9'],
  checkout: { redirectURL: 'https://atrium.example/', redirectAutomatically: false, paymentTolerance: 0 },
};

describe.skipIf(!isThere)('BTCPay’s description, skipped where ../shared/data/btcpay lacks it', () => {
  it('has the order, and finds what is wrong in one', () => {
    expect(errorsOf('CreateInvoiceRequest', order)).toEqual([]);
    expect(errorsOf('CreateInvoiceRequest', { ...order, checkout: { paymentTolerance: 'none' } })).not.toEqual([]);
  });

  it('has an invoice in each of its states, and what came', async () => {
    const { body } = await call('/invoices', { method: 'POST', body: JSON.stringify(order) });
    const id = String(body['id']);
    expect(errorsOf('InvoiceData', body)).toEqual([]);
    for (const act of ['see', 'pay', 'overpay', 'underpay', 'pay_late', 'mark_settled', 'mark_invalid'] as const) {
      btcpay.act(id, act);
      expect(errorsOf('InvoiceData', (await call(`/invoices/${id}`)).body)).toEqual([]);
      const methods = (await call(`/invoices/${id}/payment-methods`)).body as unknown as unknown[];
      expect(methods.flatMap((each) => errorsOf('InvoicePaymentMethodDataModel', each))).toEqual([]);
    }
    const listed = (await call('/invoices?orderId=DEP7KQ4M2P9')).body;
    expect((listed as unknown as unknown[]).flatMap((each) => errorsOf('InvoiceData', each))).toEqual([]);
    expect(errorsOf('InvoiceData', { ...body, status: 'Paid' })).not.toEqual([]);
  });

  it('has a payout in each of its states, the pull payment that it is claimed of, and what refuses it', async () => {
    const post = (path: string, body: object) => callApi(path, { method: 'POST', body: JSON.stringify(body) });
    const budget = {
      name: 'PAY7KQ4M2P9',
      amount: '95.00',
      currency: 'EUR',
      payoutMethods: ['BTC-CHAIN'],
      autoApproveClaims: false,
    };
    const pull = (await post(`/stores/${standInStore}/pull-payments`, budget)).body;
    expect(errorsOf('PullPaymentData', { ...pull, name: undefined })).toEqual([]);
    const claim = {
      destination: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      amount: '95.00',
      payoutMethodId: 'BTC-CHAIN',
      pullPaymentId: pull['id'],
      approved: false,
      metadata: { ref: 'PAY7KQ4M2P9' },
    };
    expect(errorsOf('CreatePayoutThroughStoreRequest', claim)).toEqual([]);
    const made = (await post(`/stores/${standInStore}/payouts`, claim)).body;
    const id = String(made['id']);
    const inState = async () => {
      const { body } = await callApi(`/payouts/${id}`);
      expect(errorsOf('PayoutData', written(body))).toEqual([]);
      return body['state'];
    };
    expect(await inState()).toBe('AwaitingApproval');
    expect((await post(`/payouts/${id}`, { revision: 1 })).body).toMatchObject({ code: 'old-revision' });
    expect((await post(`/payouts/${id}`, { revision: 0 })).body).toMatchObject({ payoutAmount: '0.00158333' });
    expect((await post(`/stores/${standInStore}/payouts`, claim)).body).toMatchObject({ code: 'overdraft' });
    expect((await post(`/payouts/${id}`, { revision: 0 })).body).toMatchObject({ code: 'invalid-state' });
    const states = [await inState()];
    for (const act of ['send', 'complete'] as const) {
      btcpay.act(id, act);
      states.push(await inState());
    }
    expect(states).toEqual(['AwaitingPayment', 'InProgress', 'Completed']);
    const { paths, components } = read('pull-payments.');
    const codes = JSON.stringify(paths);
    for (const code of [
      'duplicate-destination',
      'overdraft',
      'amount-too-low',
      'rate-unavailable',
      'old-revision',
      'invalid-state',
    ])
      expect(codes).toContain(`\`${code}\``);
    const known = (components.schemas['PayoutState'] as { enum?: string[] }).enum;
    expect(known).toEqual(['AwaitingApproval', 'AwaitingPayment', 'InProgress', 'Completed', 'Cancelled']);
    const ofPayouts = btcpay.books.deliveries.filter(({ payoutId }) => payoutId === id);
    expect(ofPayouts.map(({ type }) => type)).toEqual([
      'PayoutCreated',
      'PayoutApproved',
      'PayoutUpdated',
      'PayoutUpdated',
    ]);
    expect(
      ofPayouts.every(({ type }) => type in (read('webhooks.') as unknown as { 'x-webhooks': object })['x-webhooks']),
    ).toBe(true);
  });

  it('has its calls and its webhooks', () => {
    const { paths } = read('invoices.');
    const invoice = paths['/api/v1/invoices/{invoiceId}'] ?? {};
    expect([
      Object.keys(paths['/api/v1/stores/{storeId}/invoices'] ?? {}),
      'get' in invoice,
      'delete' in invoice,
    ]).toEqual([['get', 'post'], true, true]);
    const names: Record<string, string> = {
      InvoiceSettled: 'WebhookInvoiceSettledEvent',
      InvoiceInvalid: 'WebhookInvoiceInvalidEvent',
      InvoiceProcessing: 'WebhookInvoiceProcessingEvent',
      InvoiceExpired: 'WebhookInvoiceExpiredEvent',
    };
    const said = btcpay.books.deliveries.filter(({ type }) => type in names);
    expect(new Set(said.map(({ type }) => type)).size).toBe(4);
    expect(said.flatMap((each) => errorsOf(names[each.type] ?? '', each))).toEqual([]);
  });
});
