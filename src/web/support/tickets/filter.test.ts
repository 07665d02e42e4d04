import { expect, it } from 'vitest';
import { readTicketFilter, writeTicketFilter } from './filter.ts';

it('reads from an address what it wrote there', () => {
  const filter = { status: 'answered', category: 'payments', days: '30', search: 'T-10001' } as const;
  expect(readTicketFilter(writeTicketFilter(filter))).toEqual(filter);
  // The router turns what looks like a number into one.
  expect(readTicketFilter({ days: 30, search: 10001 })).toMatchObject({ days: '30', search: '10001' });
});

it('ignores values of the address that it would not write', () => {
  const nothing = { status: '', category: '', days: '', search: '' };
  expect(readTicketFilter({ status: 'snoozed', category: {}, days: '8', search: ['x'], new: '1' })).toEqual(nothing);
  expect(writeTicketFilter(readTicketFilter({}))).toEqual({});
});
