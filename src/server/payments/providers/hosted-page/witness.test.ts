import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';
import { wireSignature } from '#server/platform/connections/wire-signature.ts';
import {
  hostedPageStandInSecret,
  standInToken,
  startHostedPage,
  type HostedPageStandIn,
} from '#test/external-services/stand-ins.ts';
import { hostedPageAdapter } from './adapter.ts';
import { changes, event, payment, refund } from './shapes.ts';

/**
 * The witnesses of our own wire: its page for engineers, its JSON schema, and an implementation of HMAC that neither the
 * adapter nor the stand-in uses.
 */
const docs = fileURLToPath(new URL('../../../../../docs/connections/', import.meta.url));
const page = readFileSync(`${docs}hosted-page.md`, 'utf8');
const schema = JSON.parse(readFileSync(`${docs}hosted-page.schema.json`, 'utf8')) as { $defs: object };

const checker = new Ajv2020({ allErrors: true, allowUnionTypes: true, validateFormats: false });
checker.addSchema(schema, 'wire');

function errorsOf(name: string, value: unknown): string[] {
  checker.validate(`wire#/$defs/${name}`, value);
  return (checker.errors ?? []).map((each) => `${name}${each.instancePath} ${each.message}`);
}

/** The examples of the page, by what they show. */
const examples = [...page.matchAll(/^```json (\w+)\n([\s\S]*?)\n```$/gm)].map(([, name = '', text = '']) => ({
  name,
  text,
}));

const now = 1_790_000_000;
let service: HostedPageStandIn;
const sent: OutgoingCall[] = [];
const received: unknown[] = [];
/** @param answer what the service answers in place of its own */
const provider = (answer?: object) =>
  hostedPageAdapter.open(
    {
      id: 'witness',
      settings: { address: service.url },
      secrets: { bearer: [standInToken], signing_secret: [hostedPageStandInSecret] },
      hookUrl: 'https://atrium.example/hooks/witness',
    },
    {
      async http(call) {
        if (answer) return { failure: null, status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
        sent.push(call);
        const { url, method, headers = {}, body } = call;
        const response = await fetch(url, { method, headers, ...(body !== undefined && { body: String(body) }) });
        const bytes = Buffer.from(await response.arrayBuffer());
        if (response.ok) received.push(JSON.parse(bytes.toString()));
        return { failure: null, status: response.status, headers: {}, body: bytes };
      },
      fetch: () => fetch,
      socket: undefined as never,
      keptEvents: async () => [],
      now: () => new Date(now * 1000),
      random: (bytes) => Buffer.alloc(bytes, 7),
      log: undefined as never,
    },
  );
const order = (ref: string) => ({
  ref,
  amount: { minor: 10_050n, currency: 'EUR' },
  payer: { email: 'ida@example.com', country: 'DE', language: 'de' },
  text: 'Example Broker D-1042',
  returnUrl: 'https://broker.example/payments/42',
  expires: new Date((now + 86_400) * 1000),
});

beforeAll(async () => {
  service = await startHostedPage({ now: () => now });
});
afterAll(() => service.close());

describe('the examples of docs/connections/hosted-page.md', () => {
  it('are each as the schema has them, and as the adapter reads them', () => {
    expect(new Set(examples.map(({ name }) => name))).toEqual(
      new Set(['order', 'payment', 'cancellation', 'refund_order', 'refund', 'changes', 'event']),
    );
    expect(examples.flatMap(({ name, text }) => errorsOf(name, JSON.parse(text)))).toEqual([]);
    const shapes = { payment, refund, changes, event };
    const read = examples.flatMap(({ name, text }) =>
      name in shapes ? [shapes[name as keyof typeof shapes].safeParse(JSON.parse(text)).success] : [],
    );
    expect(read).toEqual(read.map(() => true));
    expect(read).toHaveLength(5);
  });

  it('are signed as the page says, by another implementation of HMAC', async () => {
    const [query, callback] = [...page.matchAll(/^X-Signature: (t=(\d+),v1=[0-9a-f]{64})$/gm)].map(([, whole, t]) => ({
      whole,
      seconds: Number(t),
    }));
    const body = examples.find(({ name }) => name === 'event')?.text ?? '';
    const secret = 'hosted-page-secret';
    for (const [vector, text] of [
      [query, 'ref=DEP7KQ4M2P9X17'],
      [callback, body],
    ] as const) {
      const seconds = vector?.seconds ?? 0;
      expect(await signatureByWebCrypto(secret, seconds, text)).toBe(vector?.whole);
      expect(wireSignature(secret, seconds, text)).toBe(vector?.whole);
    }
  });
});

async function signatureByWebCrypto(secret: string, seconds: number, text: string): Promise<string> {
  const { subtle } = globalThis.crypto;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign']);
  const mac = await subtle.sign('HMAC', key, new TextEncoder().encode(`${seconds}.${text}`));
  return `t=${seconds},v1=${[...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

describe('adapter and stand-in', () => {
  it('say only what the schema has, and sign it', async () => {
    const port = provider();
    const begun = await port.start(order('DEP7KQ4M2P9X17'));
    if (begun.kind !== 'done') throw new Error(JSON.stringify(begun));
    const { id } = begun.value;
    service.act(id, 'pay');
    await port.refund?.({
      ref: 'REF5TX8WJ2BQ44',
      of: { ref: 'DEP7KQ4M2P9X17', id },
      amount: { minor: 50n, currency: 'EUR' },
    });
    service.act(id, 'dispute');
    const other = await port.start(order('DEP2KQ4M2P9X18'));
    if (other.kind === 'done') await port.cancel?.(other.value.id);
    await port.lookUp({ id });
    await port.lookUp({ ref: 'DEP7KQ4M2P9X17' });
    await port.changes?.(null);
    const bodyOf: Record<string, string> = {
      payments: 'order',
      cancellations: 'cancellation',
      refunds: 'refund_order',
    };
    const said = sent.flatMap(({ url, body }) =>
      body === undefined ? [] : errorsOf(bodyOf[new URL(url).pathname.slice(1)] ?? '', JSON.parse(String(body))),
    );
    expect(said).toEqual([]);
    expect(sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /payments',
      'POST /refunds',
      'POST /payments',
      'POST /cancellations',
      'GET /payments',
      'GET /payments',
      'GET /changes',
    ]);
    const answered = ['payment', 'refund', 'payment', 'payment', 'payment', 'payment', 'changes'];
    expect(received.flatMap((each, index) => errorsOf(answered[index] ?? '', each))).toEqual([]);
    expect(received).toHaveLength(answered.length);
    expect(service.books.events.flatMap((each) => errorsOf('event', each))).toEqual([]);
    for (const { url, body, headers = {} } of sent) {
      const text = body === undefined ? new URL(url).search.slice(1) : String(body);
      expect(headers['x-signature']).toBe(await signatureByWebCrypto(hostedPageStandInSecret, now, text));
    }
  });

  it.each([
    { ids: ['pay_1'], cursor: '2', hasMore: true },
    { ids: ['pay_1'], cursor: '1', hasMore: false },
    { ids: [], cursor: '2', hasMore: false },
  ])('a list of $ids.length up to $cursor after 1 that says more: $hasMore', async ({ ids, cursor, hasMore }) => {
    const listed = await provider({ ids, cursor, more: true }).changes?.('1');
    expect(listed).toMatchObject({ kind: 'done', value: { cursor, hasMore } });
  });

  it.each([
    ['an amount as a text', { amount: '10050' }],
    ['an amount with a point', { amount: 100.5 }],
    ['no amount', { amount: 0 }],
    ['a currency in small letters', { currency: 'eur' }],
    ['another status', { status: 'done' }],
    ['paid without money', { status: 'paid' }],
    ['money without paid', { paid: { amount: 10_050, currency: 'EUR' } }],
    ['no list of refunds', { refunds: undefined }],
    ['no word on play money', { live: undefined }],
  ])('neither the schema nor the adapter takes %s', (_, change) => {
    const first = examples.find(({ name }) => name === 'payment')?.text ?? '';
    const wrong = JSON.parse(JSON.stringify({ ...(JSON.parse(first) as object), ...change })) as unknown;
    expect(errorsOf('payment', wrong)).not.toEqual([]);
    expect(payment.safeParse(wrong).success).toBe(false);
  });
});
