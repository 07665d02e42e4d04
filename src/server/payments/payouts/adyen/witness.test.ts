import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalised, schemeNames, schemeOf } from '#contract/payments/payouts/schemes.ts';
import {
  adyenStandInKey,
  standInBalanceAccount,
  standInHmacKey,
  startAdyenTransfers,
  type AdyenTransfersStandIn,
} from '#test/external-services/stand-ins.ts';
import { adyenTransfersAdapter } from './adapter.ts';
import { counterpartyOf } from './destination.ts';
import { transferHooks } from './hooks.ts';
import { readTransfer } from './read-transfer.ts';
import { transfer } from './shapes.ts';

// Adyen's own library as a witness: of the stand-in, and of what the adapter takes for signed. Its files are CommonJS.
const require = createRequire(import.meta.url);
const library = '@adyen/api-library/lib/src';
const { default: Client } = require(`${library}/client.js`) as typeof import('@adyen/api-library/lib/src/client.js');
const { TransfersApi } = require(
  `${library}/services/transfers/transfersApi.js`,
) as typeof import('@adyen/api-library/lib/src/services/transfers/transfersApi.js');
const { default: HmacValidator } = require(
  `${library}/utils/hmacValidator.js`,
) as typeof import('@adyen/api-library/lib/src/utils/hmacValidator.js');

let adyen: AdyenTransfersStandIn;
beforeAll(async () => {
  adyen = await startAdyenTransfers();
});
afterAll(() => adyen.close());

/** The example of a scheme, as it is stored. */
function exampleOf(name: string, withBic: boolean) {
  const { account, details, countries } = schemeOf(name);
  const given = details.filter(({ name: field }) => withBic || field !== 'bic');
  return {
    scheme: name,
    country: countries[0] ?? 'JP',
    holder: 'Søren Größe',
    account: normalised(account.name, account.example),
    details: Object.fromEntries(given.map((each) => [each.name, normalised(each.name, each.example)])),
  };
}

const currencyOf = (name: string) => schemeOf(name).currency ?? 'EUR';

/** The library of Adyen, pointed at the stand-in. */
function transfersApi() {
  const client = new Client({ apiKey: adyenStandInKey, environment: 'TEST' as never });
  client.httpClient = {
    async request(endpoint, json, config, _isNeeded, { method = 'POST', params = {}, idempotencyKey } = {}) {
      const query = new URLSearchParams(params as Record<string, string>).toString();
      const address = endpoint.replace('https://balanceplatform-api-test.adyen.com', adyen.url);
      const response = await fetch(query ? `${address}?${query}` : address, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-api-key': config.apiKey ?? '',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(method !== 'GET' && { body: json }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    },
  };
  return new TransfersApi(client);
}

const orderTo = (name: string, reference: string, withBic = false) => {
  const currency = currencyOf(name);
  const party = counterpartyOf(exampleOf(name, withBic), currency);
  if (!party) throw new Error(`${name} is not reached`);
  const { priority, ...counterparty } = party;
  return {
    amount: { value: 1000, currency },
    balanceAccountId: standInBalanceAccount,
    category: 'bank',
    counterparty,
    priority,
    reference,
    referenceForBeneficiary: reference,
    description: 'Atrium P-1',
  } as never;
};

describe('a destination', () => {
  const kinds = (withBic: boolean) =>
    Object.fromEntries(
      schemeNames.flatMap((name) => {
        const { type } =
          counterpartyOf(exampleOf(name, withBic), currencyOf(name))?.bankAccount.accountIdentification ?? {};
        return type === undefined ? [] : [[name, type]];
      }),
    );
  const local = {
    iban: 'iban',
    us_routing: 'usLocal',
    gb_sort_code: 'ukLocal',
    au_bsb: 'auLocal',
    nz_account: 'nzLocal',
    ca_transit: 'caLocal',
    hk_clearing: 'hkLocal',
    br_account: 'brLocal',
  };

  it('is reached at home by the type of its country, and abroad by the BIC of its bank', () => {
    expect(kinds(false)).toEqual(local);
    expect(kinds(true)).toMatchObject({
      ...local,
      swift: 'numberAndBic',
      sg_account: 'sgLocal',
      in_ifsc: 'numberAndBic',
    });
    expect(kinds(true)).not.toHaveProperty('br_pix');
    const abroad = counterpartyOf(exampleOf('us_routing', true), 'EUR');
    expect(abroad).toMatchObject({
      priority: 'crossBorder',
      bankAccount: { accountIdentification: { type: 'numberAndBic' }, accountHolder: { address: { country: 'US' } } },
    });
    expect(counterpartyOf(exampleOf('us_routing', false), 'EUR')).toBeNull();
  });

  it('travels as a transfer of SEPA only in euros, and its holder is written in letters that banks take', () => {
    const german = { ...exampleOf('iban', false), country: 'DE' };
    expect(counterpartyOf(german, 'EUR')).toEqual({
      priority: 'regular',
      bankAccount: {
        accountHolder: { fullName: 'Soren Grosse', type: 'individual' },
        accountIdentification: { type: 'iban', iban: 'DE89370400440532013000' },
      },
    });
    expect(counterpartyOf(german, 'USD')?.priority).toBe('crossBorder');
    expect(counterpartyOf({ ...german, country: 'AE' }, 'EUR')?.priority).toBe('crossBorder');
  });

  it.each([...Object.keys(local), 'swift', 'sg_account'])(
    '%s: is taken by the stand-in from the library of Adyen',
    async (name) => {
      const withBic = !(name in local);
      const made = await transfersApi().transferFunds(
        orderTo(name, `PAY${name.replaceAll('_', '').toUpperCase()}`, withBic),
      );
      expect(made).toMatchObject({ status: 'received', amount: { value: 1000, currency: currencyOf(name) } });
    },
  );
});

it('the library of Adyen uses the stand-in as it uses Adyen', async () => {
  const api = transfersApi();
  const order = orderTo('iban', 'PAYWITNESS1');
  const made = await api.transferFunds(order, { idempotencyKey: 'PAYWITNESS1' });
  expect((await api.transferFunds(order, { idempotencyKey: 'PAYWITNESS1' })).id).toBe(made.id);
  adyen.act(made.id ?? '', 'credit');
  const { status, tracking } = await api.getTransfer(made.id ?? '');
  expect({ status, tracking }).toMatchObject({
    status: 'booked',
    tracking: { type: 'confirmation', status: 'credited' },
  });
  await expect(api.transferFunds({ ...(order as object), balanceAccountId: 'BA1' } as never)).rejects.toThrow('30_003');
});

describe('a webhook of transfers', () => {
  const sent = () => {
    const [first] = [...adyen.books.transfers.values()];
    return JSON.stringify({ type: 'balancePlatform.transfer.updated', environment: 'test', data: first });
  };
  const signed = (body: string, key: string) => ({
    headers: { hmacsignature: createHmac('sha256', Buffer.from(key, 'hex')).update(body).digest('base64') },
    raw: Buffer.from(body),
    url: '',
  });
  const otherKey = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00';

  it('is signed as the library of Adyen verifies it, over the whole body', () => {
    const call = signed(sent(), standInHmacKey);
    const validator = new HmacValidator();
    expect(validator.validateHMACSignature(standInHmacKey, call.headers.hmacsignature, sent())).toBe(true);
    expect(transferHooks([standInHmacKey]).verify(call)).toBe('valid');
    expect(transferHooks([otherKey, standInHmacKey]).verify(call)).toBe('second_secret');
    expect(transferHooks([otherKey]).verify(call)).toBe('bad_signature');
    const changed = { ...call, raw: Buffer.from(sent().replace('test', 'live')) };
    expect(transferHooks([standInHmacKey]).verify(changed)).toBe('bad_signature');
    expect(transferHooks([standInHmacKey]).verify({ ...call, headers: {} })).toBe('bad_signature');
    const zeros = '0'.repeat(64);
    expect(transferHooks([zeros]).verify(signed(sent(), zeros))).toBe('bad_signature');
  });

  it('names its transfer and our reference, and is kept without the client and their account', () => {
    const [first] = [...adyen.books.transfers.values()];
    const [event] = transferHooks([standInHmacKey]).read(signed(sent(), standInHmacKey));
    expect(event).toMatchObject({ subject: first?.id, ref: first?.reference });
    expect(event?.body?.toString()).not.toMatch(/Grosse|DE89/);
  });
});

describe('a transfer that is read', () => {
  const of = (more: object) =>
    readTransfer(transfer.parse({ id: 'T1', amount: { value: 1000, currency: 'EUR' }, status: 'received', ...more }));
  const events = (...balances: number[]) => ({
    events: balances.map((balance) => ({ mutations: [{ currency: 'EUR', balance }] })),
  });

  it.each([
    ['accepted', { status: 'received' }],
    ['accepted', { status: 'authorised' }],
    ['accepted', { status: 'something new' }],
    ['sent', { status: 'booked', ...events(-1000) }],
    ['completed', { status: 'booked', tracking: { type: 'confirmation', status: 'credited' }, ...events(-1000) }],
    ['sent', { status: 'booked', tracking: { type: 'confirmation', status: 'accepted' }, ...events(-1000) }],
    ['failed', { status: 'refused', reason: 'notEnoughBalance' }],
    ['failed', { status: 'cancelled' }],
    ['returned', { status: 'failed', ...events(-1000, 1000) }],
    ['returned', { status: 'returned', ...events(-1000, 1000) }],
    ['returned', { status: 'returned' }],
  ] as const)('is %s: %j', (state, more) => {
    expect(of(more).state).toBe(state);
  });

  it('came back with what the balance account got again, which is not known without an event', () => {
    expect(of({ status: 'returned', ...events(-1000, 900) }).back).toEqual({ minor: 900n, currency: 'EUR' });
    expect(of({ status: 'returned' }).back).toBeNull();
    const other = { events: [{ mutations: [{ currency: 'USD', balance: 1000 }] }] };
    expect(of({ status: 'returned', ...other }).back).toBeNull();
  });
});

describe('where Adyen is', () => {
  const settings = { balance_account: 'BA1', environment: 'test' as const };

  it('follows from the environment', () => {
    expect(adyenTransfersAdapter.hosts(settings)).toEqual(['balanceplatform-api-test.adyen.com']);
    expect(adyenTransfersAdapter.hosts({ ...settings, environment: 'live' })).toEqual([
      'balanceplatform-api-live.adyen.com',
    ]);
    expect(adyenTransfersAdapter.settings.safeParse({ ...settings, balance_account: 'BA1/../x' }).success).toBe(false);
  });
});
