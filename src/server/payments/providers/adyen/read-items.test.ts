import { describe, expect, it } from 'vitest';
import { adopted, authorised, readItems } from './read-items.ts';
import type { Item, KeptItem } from './shapes.ts';

const ref = 'DEPOSIT1';
const eur = (value: number) => ({ value, currency: 'EUR' });
const said = (eventCode: string, more: Partial<Item> = {}): KeptItem => ({
  live: 'true',
  item: {
    amount: eur(10_000),
    eventCode,
    merchantAccountCode: 'AtriumCOM',
    merchantReference: ref,
    pspReference: `${eventCode}1`,
    success: 'true',
    ...more,
  },
});
const paid = said('AUTHORISATION', { pspReference: 'PAID1' });
const about = (eventCode: string, more: Partial<Item> = {}) => said(eventCode, { originalReference: 'PAID1', ...more });
const read = (items: readonly KeptItem[], isCapturedByHand = false) => readItems(items, ref, { isCapturedByHand });

describe('a payment that is captured by hand', () => {
  it('is what was captured, in one part or several', () => {
    expect(read([paid], true)).toMatchObject({ state: 'waiting', received: null });
    expect(read([paid, about('CAPTURE', { success: 'false' })], true)).toMatchObject({ state: 'waiting' });
    const part = about('CAPTURE', { amount: eur(4000), pspReference: 'C1' });
    expect(read([paid, part], true)).toMatchObject({ state: 'paid', received: { minor: 4000n, currency: 'EUR' } });
    const rest = about('CAPTURE', { amount: eur(6000), pspReference: 'C2' });
    expect(read([paid, part, rest], true)).toMatchObject({ received: { minor: 10_000n, currency: 'EUR' } });
  });
});

describe('two payments with one reference', () => {
  const twice = said('AUTHORISATION', { pspReference: 'PAID2' });
  const isWithdrawn = (items: readonly KeptItem[]) => read(items)?.disputes.map((each) => each.isWithdrawn);

  it('are taken back when neither came', () => {
    const cancelled = said('CANCELLATION', { originalReference: 'PAID2' });
    expect(isWithdrawn([paid, twice, cancelled])).toEqual([false]);
    expect(read([paid, twice, cancelled])).toMatchObject({ state: 'paid', received: { minor: 10_000n } });
    expect(isWithdrawn([paid, twice, cancelled, about('CAPTURE_FAILED')])).toEqual([true, true]);
  });

  it('share no item that names neither', () => {
    expect(adopted([paid, twice, said('EXPIRE')], [paid, twice])).toEqual([]);
  });
});

it('what names no payment, but bears its reference, is about it', () => {
  const named = [paid, said('SECOND_CHARGEBACK'), about('CHARGEBACK'), said('AUTHORISATION', { success: 'false' })];
  const payments = authorised(named, ref);
  expect(adopted(named, payments).map(({ item }) => [item.eventCode, item.originalReference])).toEqual([
    ['SECOND_CHARGEBACK', 'PAID1'],
  ]);
  expect(read([...payments, ...adopted(named, payments)])?.disputes).toMatchObject([{ isWithdrawn: true }]);
});

it('a request for information without an amount is left out', () => {
  expect(read([paid, about('REQUEST_FOR_INFORMATION', { amount: eur(0) })])?.disputes).toEqual([]);
});
