import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adyenStandInKey,
  standInAccount,
  standInHmacKey,
  startAdyen,
  type AdyenStandIn,
} from '#test/external-services/stand-ins.ts';
import { adyenAdapter } from './adapter.ts';
import { fromAdyen, toAdyen } from './amounts.ts';
import { adyenHooks } from './hooks.ts';
import { notification, type Item } from './shapes.ts';
import { signedText, signingKey } from './sign.ts';

// Adyen's own library as a witness: of the stand-in, and of what the adapter takes for signed. Its files are CommonJS.
const require = createRequire(import.meta.url);
const library = '@adyen/api-library/lib/src';
const { default: Client } = require(`${library}/client.js`) as typeof import('@adyen/api-library/lib/src/client.js');
const { PaymentLinksApi } = require(
  `${library}/services/checkout/paymentLinksApi.js`,
) as typeof import('@adyen/api-library/lib/src/services/checkout/paymentLinksApi.js');
const { ModificationsApi } = require(
  `${library}/services/checkout/modificationsApi.js`,
) as typeof import('@adyen/api-library/lib/src/services/checkout/modificationsApi.js');
const { default: HmacValidator } = require(
  `${library}/utils/hmacValidator.js`,
) as typeof import('@adyen/api-library/lib/src/utils/hmacValidator.js');

let adyen: AdyenStandIn;
beforeAll(async () => {
  adyen = await startAdyen();
});
afterAll(() => adyen.close());

const item = (more: Partial<Item> = {}): Item => ({
  amount: { value: 1130, currency: 'EUR' },
  eventCode: 'AUTHORISATION',
  merchantAccountCode: 'TestMerchant',
  merchantReference: 'TestPayment-1407325143704',
  pspReference: '7914073381342284',
  success: 'true',
  ...more,
});
const call = (raw: string) => ({ headers: {}, raw: Buffer.from(raw), url: '' });
const quiet = { warn: () => {} };
const otherKey = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00';

describe('a signature', () => {
  it('is that of the published examples', () => {
    const signature = 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=';
    expect(signedText(item())).toBe(
      '7914073381342284::TestMerchant:TestPayment-1407325143704:1130:EUR:AUTHORISATION:true',
    );
    expect(signingKey(item({ additionalData: { hmacSignature: signature } }), [standInHmacKey])).toBe(0);
    expect(signingKey(item({ additionalData: { hmacSignature: signature }, success: 'false' }), [standInHmacKey])).toBe(
      -1,
    );
    const other = item({
      pspReference: 'pspReference',
      originalReference: 'originalReference',
      merchantAccountCode: 'merchantAccount',
      merchantReference: 'reference',
      amount: { value: 1000, currency: 'EUR' },
      eventCode: 'EVENT',
      additionalData: { hmacSignature: 'ipnxGCaUZ4l8TUW75a71/ghd2Fe5ffvX0pV4TLTntIc=' },
    });
    expect(signingKey(other, [standInHmacKey, otherKey])).toBe(1);
  });

  it('is none by the zeros that stand in for a key', () => {
    const zeros = '0'.repeat(64);
    const hmacSignature = createHmac('sha256', Buffer.from(zeros, 'hex')).update(signedText(item())).digest('base64');
    expect(signingKey(item({ additionalData: { hmacSignature } }), [zeros])).toBe(-1);
  });

  it('of the stand-in is right for the library of Adyen, and for the adapter', () => {
    const sent = adyen.delivery.notification([
      adyen.books.emit(
        'REFUND',
        { reference: 'DEP1' },
        { amount: { value: 10, currency: 'EUR' }, originalReference: 'A1' },
      ),
    ]);
    const [{ NotificationRequestItem: first }] = (
      sent as {
        notificationItems: [
          { NotificationRequestItem: Parameters<InstanceType<typeof HmacValidator>['validateHMAC']>[0] },
        ];
      }
    ).notificationItems;
    expect(new HmacValidator().validateHMAC(first, standInHmacKey)).toBe(true);
    const hooks = adyenHooks([standInHmacKey], quiet);
    const raw = call(JSON.stringify(sent));
    expect(hooks.verify(raw)).toBe('valid');
    expect(adyenHooks([otherKey, standInHmacKey], quiet).verify(raw)).toBe('second_secret');
    expect(adyenHooks([otherKey], quiet).verify(raw)).toBe('bad_signature');
    expect(hooks.read(raw)).toMatchObject([{ type: 'REFUND', subject: 'payment:A1', ref: 'DEP1' }]);
    expect(hooks.answer('taken')).toEqual({ status: 200, body: '[accepted]' });
  });

  it('covers each part by which an item is known, whatever else it says', () => {
    const signed = adyen.delivery.notification([
      adyen.books.emit('CHARGEBACK', { reference: 'DEP2' }, { amount: { value: 10, currency: 'EUR' } }),
    ]);
    const hooks = adyenHooks([standInHmacKey], quiet);
    const [kept] = notification.parse(signed).notificationItems;
    const changed = (part: object) =>
      call(
        JSON.stringify({
          live: 'false',
          notificationItems: [{ NotificationRequestItem: { ...kept?.NotificationRequestItem, ...part } }],
        }),
      );
    for (const part of [
      { pspReference: 'X' },
      { originalReference: 'X' },
      { merchantAccountCode: 'X' },
      { merchantReference: 'X' },
      { amount: { value: 11, currency: 'EUR' } },
      { amount: { value: 10, currency: 'USD' } },
      { eventCode: 'REFUND' },
      { success: 'false' },
    ])
      expect(hooks.verify(changed(part))).toBe('bad_signature');
    const [same] = hooks.read(changed({ reason: 'other', eventDate: '2027-01-01T00:00:00Z' }));
    expect(same?.eventId).toBe(hooks.read(changed({}))[0]?.eventId);
  });
});

describe('where Adyen is', () => {
  const settings = { merchant_account: 'AtriumCOM', only_cards: true, manual_capture: false };

  it('follows from the prefix of the live addresses', () => {
    expect(adyenAdapter.hosts(settings)).toEqual(['checkout-test.adyen.com']);
    const live = { ...settings, live_prefix: '1797a841fbb37ca7-AtriumCOM' };
    expect(adyenAdapter.hosts(live)).toEqual(['1797a841fbb37ca7-atriumcom-checkout-live.adyenpayments.com']);
  });

  it.each(['example.com/', 'a.b', 'a@b', ''])('is nowhere else: %s', (prefix) => {
    expect(adyenAdapter.settings.safeParse({ ...settings, live_prefix: prefix }).success).toBe(false);
  });
});

it('amounts are integers of minor units, without the currencies that Adyen counts otherwise', () => {
  expect(toAdyen({ minor: 10_050n, currency: 'EUR' })).toEqual({ value: 10_050, currency: 'EUR' });
  expect(toAdyen({ minor: 1000n, currency: 'JPY' })).toEqual({ value: 1000, currency: 'JPY' });
  for (const currency of ['CLP', 'CVE', 'IDR', 'ISK', 'USDT']) expect(toAdyen({ minor: 100n, currency })).toBeNull();
  expect(fromAdyen({ value: 1000, currency: 'JPY' })).toEqual({ minor: 1000n, currency: 'JPY' });
  for (const currency of ['ISK', 'XXX']) expect(fromAdyen({ value: 100, currency })).toBeNull();
});

it('the library of Adyen uses the stand-in as it uses Adyen', async () => {
  const client = new Client({ apiKey: adyenStandInKey, environment: 'TEST' as never });
  client.httpClient = {
    async request(endpoint, json, config, _isNeeded, { method = 'POST', headers = {}, idempotencyKey } = {}) {
      const response = await fetch(endpoint.replace('https://checkout-test.adyen.com', adyen.url), {
        method,
        headers: {
          ...(headers as Record<string, string>),
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
  const links = new PaymentLinksApi(client);
  const order = {
    amount: { value: 1000, currency: 'EUR' },
    merchantAccount: standInAccount,
    reference: 'DEPWITNESS1',
    reusable: false,
    captureDelayHours: 0,
  };
  const made = await links.paymentLinks(order, { idempotencyKey: 'DEPWITNESS1' });
  expect(made).toMatchObject({ reference: 'DEPWITNESS1', status: 'active', amount: order.amount });
  expect((await links.paymentLinks(order, { idempotencyKey: 'DEPWITNESS1' })).id).toBe(made.id);
  adyen.act(made.id, 'pay');
  expect((await links.getPaymentLink(made.id)).status).toBe('completed');
  const { pspReference } = adyen.books.paymentOf(adyen.books.linkOf(made.id));
  const refund = { amount: order.amount, merchantAccount: standInAccount, reference: 'REFWITNESS1' };
  const refunded = await new ModificationsApi(client).refundCapturedPayment(pspReference, refund);
  expect(refunded).toMatchObject({ paymentPspReference: pspReference, status: 'received' });
  await expect(new ModificationsApi(client).refundCapturedPayment(pspReference, refund)).rejects.toThrow('"137"');
  const other = await links.paymentLinks({ ...order, reference: 'DEPWITNESS2' });
  expect((await links.updatePaymentLink(other.id, { status: 'expired' as never })).status).toBe('expired');
});
