import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalised, schemeNames, schemeOf } from '#contract/payments/payouts/schemes.ts';
import {
  standInFinancialAccount,
  startStripePayouts,
  stripeStandInKey,
  stripeStandInSecret,
  type StripePayoutsStandIn,
} from '#test/external-services/stand-ins.ts';
import { stripeHooks } from '../../providers/stripe/hooks.ts';
import { stripePayoutsAdapter } from './adapter.ts';
import { unpayableFor } from './amount.ts';
import { asPublished, bankAccountOf, unlikePublished } from './destination.ts';
import { createdBetween, mostListed, whole } from './lists.ts';
import { readPayout } from './read-payout.ts';
import { outboundPayment, payoutMethod, published, transaction } from './shapes.ts';

// Stripe's own library as a witness: of the stand-in, and of what the adapter takes for signed and reads.

let standIn: StripePayoutsStandIn;
let stripe: Stripe;
beforeAll(async () => {
  standIn = await startStripePayouts();
  stripe = clientOf(stripeStandInKey);
});
afterAll(() => standIn.close());

function clientOf(key: string, options: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(standIn.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

/** The example of a scheme, as it is stored. */
function exampleOf(name: string) {
  const { account, details, countries } = schemeOf(name);
  return {
    scheme: name,
    country: name === 'iban' ? 'DE' : (countries[0] ?? 'JP'),
    holder: 'Søren Größe',
    account: normalised(account.name, account.example),
    details: Object.fromEntries(details.map((each) => [each.name, normalised(each.name, each.example)])),
  };
}

const german = { country: 'DE', account_number: 'DE89370400440532013000', currency: 'eur' };

async function payable(account = german) {
  const { id: recipient } = await stripe.v2.core.accounts.create({
    contact_email: 'ida@example.com',
    display_name: 'Ida Berg',
    identity: {
      country: account.country.toLowerCase(),
      entity_type: 'individual',
      individual: { given_name: 'Ida', surname: 'Berg' },
    },
    configuration: { recipient: { capabilities: { bank_accounts: { local: { requested: true } } } } },
    include: ['configuration.recipient'],
  });
  const { payout_method: method } = await stripe.v2.moneyManagement.outboundSetupIntents.create(
    { payout_method_data: { type: 'bank_account', bank_account: account }, usage_intent: 'payment' },
    { stripeContext: recipient },
  );
  return { recipient, payout_method: method?.id ?? '' };
}

const orderOf = (to: { recipient: string; payout_method: string }, ref: string) => ({
  amount: { value: 1000, currency: 'eur' },
  from: { financial_account: standInFinancialAccount, currency: 'eur' },
  to: { ...to, currency: 'eur' },
  metadata: { ref },
  description: 'Atrium P-1',
  statement_descriptor: 'Atrium P-1',
  recipient_notification: { setting: 'none' as const },
});

describe('the library of Stripe uses the stand-in as it uses Stripe', () => {
  it('pays a recipient, once by one key, and reads what becomes of it', async () => {
    const to = await payable();
    const { outboundPayments, transactions, payoutMethods, financialAccounts } = stripe.v2.moneyManagement;
    const order = orderOf(to, 'PAYWITNESS1');
    const key = { idempotencyKey: 'PAYWITNESS1' };
    const made = await outboundPayments.create(order, key);
    expect((await outboundPayments.create(order, key)).id).toBe(made.id);
    const other = outboundPayments.create({ ...order, description: 'Gift' }, key);
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    standIn.act(made.id, 'arrive');
    standIn.act(made.id, 'return');
    expect(await outboundPayments.retrieve(made.id)).toMatchObject({
      status: 'returned',
      status_details: { returned: { reason: 'payout_method_invalid_account_number' } },
    });
    const entries = await transactions.list({ financial_account: standInFinancialAccount, flow: made.id });
    expect(entries.data.map(({ category, amount }) => [category, amount.value])).toEqual([
      ['outbound_payment_reversal', 1000],
      ['outbound_payment', -1000],
    ]);
    const method = await payoutMethods.retrieve(to.payout_method, {}, { stripeContext: to.recipient });
    expect(method.bank_account).toMatchObject({ last4: '3000', supported_currencies: ['eur'] });
    await expect(payoutMethods.retrieve(to.payout_method)).rejects.toMatchObject({ statusCode: 404 });
    expect((await financialAccounts.retrieve(standInFinancialAccount)).status).toBe('open');
  });

  it('pages through all of a time and a recipient', async () => {
    const to = await payable();
    const { outboundPayments } = stripe.v2.moneyManagement;
    for (let n = 0; n < 7; n++) await outboundPayments.create(orderOf(to, `PAYMANY${n}`));
    const created = createdBetween(new Date(Date.now() - 60_000), new Date(Date.now() + 60_000));
    const list = outboundPayments.list({ created, recipient: to.recipient, limit: 3 });
    const all = await list.autoPagingToArray({ limit: 100 });
    expect(all.map(({ metadata }) => metadata?.['ref'])).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((number) => `PAYMANY${number}`),
    );
    const asked = standIn.calls.findLast(({ url }) => url.searchParams.has('recipient'));
    expect(decodeURIComponent(asked?.url.search ?? '')).toMatch(
      /^\?created\[gte\]=[-\d]+T[\d:.]+Z&created\[lt\]=[-\d]+T[\d:.]+Z&recipient=acct_\w+&limit=3&page=\d+$/,
    );
    const later = await outboundPayments.list({ created: createdBetween(new Date(Date.now() + 60_000)) });
    expect(later.data).toEqual([]);
    const inSeconds = outboundPayments.list({ created: { gte: Math.floor(Date.now() / 1000) - 60 } });
    await expect(inSeconds).rejects.toMatchObject({ statusCode: 400 });
    const otherwise = stripe.rawRequest(
      'GET',
      '/v2/money_management/outbound_payments?created_gte=2026-01-01T00:00:00Z',
    );
    await expect(otherwise).rejects.toMatchObject({ statusCode: 400 });
  });

  it('and is refused as by Stripe', async () => {
    const to = await payable();
    const refusal = (of: Promise<unknown>) => of.catch((error: unknown) => error);
    expect(await refusal(clientOf('sk_test_other').v2.moneyManagement.outboundPayments.list())).toMatchObject({
      statusCode: 401,
    });
    const old = clientOf(stripeStandInKey, { apiVersion: '2025-01-01.other' as never });
    expect(await refusal(old.v2.moneyManagement.outboundPayments.list())).toMatchObject({ statusCode: 400 });
    const { outboundPayments, outboundSetupIntents } = stripe.v2.moneyManagement;
    const order = orderOf(to, 'PAYREFUSED');
    const long = { ...order, statement_descriptor: 'Longer than twenty-two letters' };
    expect(await refusal(outboundPayments.create(long))).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    const dollars = { ...order, to: { ...order.to, currency: 'usd' } };
    expect(await refusal(outboundPayments.create(dollars))).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    const wrong = { type: 'bank_account' as const, bank_account: { ...german, account_number: 'DE89' } };
    const method = outboundSetupIntents.create(
      { payout_method_data: wrong, usage_intent: 'payment' },
      { stripeContext: to.recipient },
    );
    expect(await refusal(method)).toBeInstanceOf(Stripe.errors.InvalidPayoutMethodError);
    standIn.lie('no_funds');
    expect(await refusal(outboundPayments.create(order))).toBeInstanceOf(Stripe.errors.InsufficientFundsError);
    const form = { method: 'POST', body: 'amount[value]=1', headers: headersOf('application/x-www-form-urlencoded') };
    expect((await fetch(`${standIn.url}/v2/money_management/outbound_payments`, form)).status).toBe(400);
  });
});

const headersOf = (type: string) => ({
  authorization: `Bearer ${stripeStandInKey}`,
  'stripe-version': Stripe.API_VERSION,
  'content-type': type,
});

describe('an event', () => {
  it('is signed as the library verifies it, names its payment, and leads to it', async () => {
    const { id } = await stripe.v2.moneyManagement.outboundPayments.create(orderOf(await payable(), 'PAYEVENT'));
    const sent: { headers: Record<string, string>; raw: Buffer; url: string }[] = [];
    const original = globalThis.fetch;
    globalThis.fetch = (_, init) => {
      sent.push({
        headers: Object.fromEntries(new Headers(init?.headers)),
        raw: Buffer.from(typeof init?.body === 'string' ? init.body : ''),
        url: '',
      });
      return Promise.resolve(new Response(''));
    };
    try {
      standIn.delivery.hook = 'http://127.0.0.1:9/hooks';
      standIn.act(id, 'post');
      await standIn.delivery.settled();
    } finally {
      globalThis.fetch = original;
      standIn.delivery.hook = null;
    }
    const [call] = sent;
    if (!call) throw new Error('nothing was sent');
    const { headers, raw } = call;
    const signature = headers['stripe-signature'] ?? '';
    const read = stripe.parseEventNotification(raw, signature, stripeStandInSecret);
    expect(read).toMatchObject({
      type: 'v2.money_management.outbound_payment.posted',
      related_object: { id, type: 'v2.money_management.outbound_payment' },
    });
    const object = await ('fetchRelatedObject' in read ? read.fetchRelatedObject() : null);
    expect(object).toMatchObject({ id, status: 'posted' });
    const hooks = (secret: string, now = new Date()) => stripeHooks([secret], () => now);
    expect(hooks(stripeStandInSecret).verify(call)).toBe('valid');
    expect(hooks('whsec_other').verify(call)).toBe('bad_signature');
    expect(hooks(stripeStandInSecret, new Date(Date.now() + 600_000)).verify(call)).toBe('too_old');
    expect(hooks(stripeStandInSecret).read(call)).toMatchObject([{ eventId: read.id, subject: id, ref: null }]);
  });
});

describe('a destination', () => {
  const currencyOf = (name: string) => schemeOf(name).currency ?? 'EUR';

  it('is reached in the currency of its country alone', () => {
    const reached = schemeNames.filter((name) => bankAccountOf(exampleOf(name), currencyOf(name)) !== null);
    expect(reached).toEqual([
      'iban',
      'us_routing',
      'gb_sort_code',
      'au_bsb',
      'nz_account',
      'ca_transit',
      'mx_clabe',
      'in_ifsc',
      'hk_clearing',
      'sg_account',
      'th_account',
      'za_account',
    ]);
    expect(schemeNames.filter((name) => bankAccountOf(exampleOf(name), 'XAF') !== null)).toEqual([]);
    expect(bankAccountOf(exampleOf('us_routing'), 'EUR')).toBeNull();
    expect(bankAccountOf({ ...exampleOf('iban'), country: 'PL' }, 'EUR')).toBeNull();
    expect(bankAccountOf({ ...exampleOf('iban'), country: 'AE' }, 'EUR')).toBeNull();
  });

  it('in Britain is written by sort code and number, also where it is an IBAN', () => {
    const british = { ...exampleOf('iban'), country: 'GB', account: 'GB29NWBK60161331926819' };
    const number = { account_number: '31926819', routing_number: '601613' };
    const written = { country: 'GB', currency: 'gbp', swift_code: 'DEUTDEFF500', ...number };
    expect(bankAccountOf(british, 'GBP')).toEqual(written);
    expect(bankAccountOf(exampleOf('gb_sort_code'), 'GBP')).toEqual(written);
  });

  it('is compared with what Stripe publishes for the country', async () => {
    const rules = published.parse(await stripe.v2.moneyManagement.payoutMethodsBankAccountSpecs.retrieve());
    const unlike = (account: Parameters<typeof unlikePublished>[0]) => unlikePublished(account, rules);
    expect(unlike(german)).toBeNull();
    expect(unlike({ ...german, currency: 'usd' })).toContain('pays no USD');
    expect(unlike({ ...german, country: 'AT' })).toContain('publishes no bank accounts in AT');
    expect(unlike({ ...german, account_number: 'DE8937040044053201300X0' })).toContain('not the form');
    expect(unlike({ ...german, routing_number: '1' })).toContain('asks for no routing_number');
    const american = bankAccountOf(exampleOf('us_routing'), 'USD');
    expect(american && unlike(american)).toBeNull();
    expect(american && unlike({ ...american, routing_number: '921000021' })).toContain('routing_number');
    const broken = { countries: { DE: { fields: [{ ...germanField, validation_regex: '(' }] } } };
    expect(unlikePublished(german, broken)).toContain('not the form');
  });

  it('bears the code of its bank where Stripe asks for it alone', () => {
    const to = { ...exampleOf('iban'), details: { bic: 'DEUTDEFF500' } };
    const account = bankAccountOf(to, 'EUR');
    const asked = { countries: { DE: { fields: [bicField] } } };
    expect(account && asPublished(account, asked)).toMatchObject({ swift_code: 'DEUTDEFF500' });
    expect(account && asPublished(account, { countries: {} })).not.toHaveProperty('swift_code');
    expect(unlikePublished(german, asked)).toContain('swift_code');
    // Its code stands for no other field, however alike their forms are.
    const unknown = { countries: { DE: { fields: [{ ...bicField, stripe_name: 'bank_name' }] } } };
    expect(account && unlikePublished(account, unknown)).toContain('bank_name');
  });

  it('is not paid an amount that Stripe would not pay as it is', () => {
    const money = (minor: bigint, currency: string) => unpayableFor({ minor, currency });
    expect(['HUF', 'ISK', 'TWD', 'UGX'].map((currency) => money(10_050n, currency))).toEqual(
      ['HUF', 'ISK', 'TWD', 'UGX'].map((currency) => `Stripe pays out ${currency} only as a whole amount`),
    );
    expect([money(10_000n, 'HUF'), money(10_050n, 'EUR'), money(99_999_999n, 'EUR')]).toEqual([null, null, null]);
    expect(money(100_000_000n, 'EUR')).toContain('at most');
  });
  const bicField = { stripe_name: 'swift_code', min_length: 8, max_length: 11, validation_regex: '\\A[A-Z0-9]+\\z' };
  const germanField = { stripe_name: 'account_number', min_length: 22, max_length: 22 };
});

describe('a payment that is read', () => {
  const now = new Date('2026-11-28T12:00:00.000Z');
  const euros = (value: number) => ({ value, currency: 'eur' });
  const of = (more: object, entries: object[] = []) =>
    readPayout(
      outboundPayment.parse({
        id: 'obp_1',
        amount: euros(1000),
        created: '2026-11-20T12:00:00.000Z',
        from: { debited: euros(1000), financial_account: standInFinancialAccount },
        livemode: false,
        status: 'processing',
        to: { credited: euros(1000), payout_method: 'usba_1', recipient: 'acct_1' },
        ...more,
      }),
      { payee: { holder: null, account: null }, entries: entries.map((each) => transaction.parse(each)), now },
    );
  const posted = { status_transitions: { posted_at: '2026-11-20T13:00:00.000Z' } };
  const arrival = (day: string) => ({ expected_arrival_date: `2026-11-${day}T12:00:00.000Z` });

  it.each([
    ['accepted', { status: 'processing', ...arrival('22') }],
    ['accepted', { status: 'something new' }],
    ['sent', { status: 'posted', ...posted }],
    ['sent', { status: 'posted', ...posted, ...arrival('29') }],
    ['completed', { status: 'posted', ...posted, ...arrival('28') }],
    ['failed', { status: 'failed', status_details: { failed: { reason: 'payout_method_declined' } } }],
    ['failed', { status: 'canceled' }],
    ['returned', { status: 'failed', ...posted }],
    ['returned', { status: 'canceled', ...posted }],
    ['returned', { status: 'returned', ...posted }],
  ] as const)('is %s: %j', (state, more) => {
    expect(of(more).state).toBe(state);
  });

  it('came back with what entries of the account say, and of this payment alone', () => {
    const entry = (value: number, more: object = {}) => ({
      balance_impact: { available: euros(value) },
      category: 'outbound_payment_reversal',
      flow: { outbound_payment: 'obp_1' },
      ...more,
    });
    const back = (...entries: object[]) => of({ status: 'returned' }, entries).back;
    expect(back(entry(900), entry(100))).toEqual({ minor: 1000n, currency: 'EUR' });
    expect(back()).toBeNull();
    expect(back(entry(-1000, { category: 'outbound_payment' }))).toBeNull();
    expect(back(entry(1000, { flow: { outbound_payment: 'obp_2' } }))).toBeNull();
    expect(back(entry(1000, { category: 'received_credit' }))).toBeNull();
    expect(back(entry(1000, { balance_impact: { available: { value: 1000, currency: 'usd' } } }))).toBeNull();
  });

  it('reads currencies in letters of either size', () => {
    const large = { amount: { value: 1000, currency: 'EUR' } };
    expect(of(large).amount).toEqual({ minor: 1000n, currency: 'EUR' });
    const method = { id: 'usba_1', archived: false, restricted: false, usage_status: { payments: 'eligible' } };
    const account = { last4: '3000', supported_currencies: ['EUR'] };
    expect(payoutMethod.parse({ ...method, bank_account: account }).bank_account.supported_currencies).toEqual(['eur']);
  });

  it('is unknown where a list was cut off', () => {
    const list = (length: number) => whole({ kind: 'done', value: Array.from({ length }, () => 1) }).kind;
    expect([list(mostListed - 1), list(mostListed)]).toEqual(['done', 'unknown']);
  });

  it('pays what arrives or leaves, where that is not what was ordered', () => {
    const amount = (more: object) => of(more).amount;
    expect(amount({})).toEqual({ minor: 1000n, currency: 'EUR' });
    const to = { payout_method: 'usba_1', recipient: 'acct_1' };
    expect(amount({ to: { ...to, credited: euros(990) } })).toEqual({ minor: 990n, currency: 'EUR' });
    const from = { financial_account: standInFinancialAccount };
    expect(amount({ from: { ...from, debited: euros(1010) } })).toEqual({ minor: 1010n, currency: 'EUR' });
  });
});

describe('a connection', () => {
  it('calls Stripe alone, unless a stand-in is named', () => {
    const settings = { financial_account: standInFinancialAccount };
    expect(stripePayoutsAdapter.hosts(settings)).toEqual(['api.stripe.com']);
    expect(stripePayoutsAdapter.settings.safeParse({ financial_account: 'fa_1/../x' }).success).toBe(false);
  });
});
