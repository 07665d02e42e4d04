import { describe, expect, it } from 'vitest';
import { fromBtcpay, toBtcpay } from './amounts.ts';
import { btcpayHooks } from './hooks.ts';
import { mainOf, readInvoices, sparesOf } from './read-invoices.ts';
import { invoice as shape, type Invoice } from './shapes.ts';

const invoice = (more: Partial<Invoice> = {}): Invoice => ({
  id: 'Inv1',
  storeId: 's1',
  amount: '100.50',
  paidAmount: '0',
  currency: 'EUR',
  checkoutLink: 'https://pay.example/i/Inv1',
  createdTime: 1_790_000_000,
  status: 'New',
  additionalStatus: 'None',
  archived: false,
  metadata: { orderId: 'DEP7KQ4M2P9' },
  ...more,
});

describe('an amount', () => {
  it('is decimal text, counted exactly', () => {
    expect(fromBtcpay('0.285', 'EUR')).toEqual({ minor: 28n, currency: 'EUR' });
    expect(fromBtcpay('100.499998995', 'EUR')).toEqual({ minor: 10_049n, currency: 'EUR' });
    expect(fromBtcpay('90071992547409931.07', 'USD')).toEqual({ minor: 9_007_199_254_740_993_107n, currency: 'USD' });
    for (const text of ['1E-8', '-1', '1.', '', 'NaN', '0.00']) expect(fromBtcpay(text, 'EUR')).toBeNull();
    expect(fromBtcpay('0.001675009', 'BTC')).toEqual({ minor: 167_500n, currency: 'BTC' });
    expect(fromBtcpay('1', 'SATS')).toBeNull();
    expect(toBtcpay({ minor: 10_050n, currency: 'EUR' })).toBe('100.50');
  });

  it('as a number is no amount', () => {
    expect(shape.safeParse(invoice()).success).toBe(true);
    expect(shape.safeParse({ ...invoice(), paidAmount: 1e-8 }).success).toBe(false);
  });
});

describe('several invoices with one reference', () => {
  const settled = { status: 'Settled', paidAmount: '100.50' } as const;
  const second = (more: Partial<Invoice> = {}) => invoice({ id: 'Inv2', createdTime: 1_790_000_001, ...more });

  it('the oldest counts, and what was not paid is put away', () => {
    const found = [second(), invoice()];
    expect(mainOf(found)?.id).toBe('Inv1');
    expect(sparesOf(found).map(({ id }) => id)).toEqual(['Inv2']);
    expect(sparesOf([second({ status: 'Processing' }), invoice()])).toEqual([]);
  });

  it('what came in any of them is read, and added up', () => {
    expect(readInvoices([invoice({ status: 'Expired' }), second(settled)], invoice())).toMatchObject({
      state: 'paid',
      received: { minor: 10_050n },
    });
    expect(readInvoices([invoice(settled), second(settled)], invoice())).toMatchObject({
      state: 'paid',
      received: { minor: 20_100n },
    });
    expect(readInvoices([invoice(settled), second({ ...settled, status: 'Processing' })], invoice()).state).toBe(
      'waiting',
    );
  });

  it('what the chain has dropped is not counted, and is missing only where the rest is less than was asked for', () => {
    const dropped = invoice({ ...settled, status: 'Invalid' });
    expect(readInvoices([dropped, second(settled)], dropped)).toMatchObject({
      state: 'paid',
      received: { minor: 10_050n },
      disputes: [],
    });
    expect(readInvoices([dropped, second({ ...settled, paidAmount: '100.49' })], dropped)).toMatchObject({
      state: 'paid',
      received: { minor: 10_049n },
      disputes: [{ id: 'Inv1', isWithdrawn: true }],
    });
    expect(readInvoices([dropped, second({ ...settled, status: 'Invalid' })], dropped)).toMatchObject({
      state: 'failed',
      received: null,
      disputes: [{ id: 'Inv1' }, { id: 'Inv2' }],
    });
  });
});

describe('a webhook', () => {
  const secret = 'btcpay-secret';
  const raw = Buffer.from(
    '{"deliveryId":"d1","webhookId":"w1","originalDeliveryId":"d1","isRedelivery":false,"type":"InvoiceSettled","timestamp":1790000000,"storeId":"s1","invoiceId":"i1","metadata":{"orderId":"dep_1"},"manuallyMarked":false,"overPaid":false}',
  );
  const hex = 'efbb988c6989c4c7196b399184d6bac7c91465b27a8b881938cb9f73e6c2ed22';
  const verify = (sig: string, secrets = [secret], body = raw) =>
    btcpayHooks(secrets, 's1', 'invoice').verify({ headers: { 'btcpay-sig': sig }, raw: body, url: '' });

  it('is signed over its raw bytes', () => {
    expect(verify(`sha256=${hex}`)).toBe('valid');
    expect(verify(`sha256=${hex}`, ['new', secret])).toBe('second_secret');
    expect(verify(`sha256=${hex}`, ['another'])).toBe('bad_signature');
    expect(verify(`sha256=${hex}`, [secret], Buffer.concat([raw, Buffer.from(' ')]))).toBe('bad_signature');
    for (const sig of ['', hex, `sha256=${hex.slice(2)}`, `sha256=${hex.toUpperCase()}`, 'sha256='])
      expect(verify(sig)).toBe('bad_signature');
  });

  it('is known by its original delivery, and is about our store alone', () => {
    const again = { ...JSON.parse(raw.toString()), deliveryId: 'd2', isRedelivery: true };
    const read = (body: object, store = 's1') =>
      btcpayHooks([secret], store, 'invoice').read({ headers: {}, raw: Buffer.from(JSON.stringify(body)), url: '' })[0];
    expect(read(again)).toMatchObject({ eventId: 'w1 d1', subject: 'i1', ref: 'dep_1' });
    expect(read(again, 's2')).toMatchObject({ subject: null, ref: null });
  });
});
