import { expect, it } from 'vitest';
import type { Offering } from '#contract/ipo/records.ts';
import { choicesOf, noFilter, filterOfferings } from './filter.ts';

const offering = (issuer: string, over: Partial<Offering>) =>
  ({
    issuer,
    ticker: issuer.slice(0, 3).toUpperCase(),
    isin: null,
    exchange: 'XETRA',
    sector: 'energy',
    currency: 'EUR',
    state: 'open',
    quota: 1000,
    min_quantity: 10,
    demand: { quantity: 500, applicants: 5 },
    mine: null,
    ...over,
  }) as Offering;

const offerings = [
  offering('Zephyr', { demand: { quantity: 3000, applicants: 9 }, min_quantity: 5 }),
  offering('Ångström', { state: 'reconfirming', sector: 'health_care', currency: 'USD' }),
  offering('Borealis', { state: 'withdrawn', mine: { application_id: 'a', state: 'submitted', quantity: 10 } }),
];

const sectorName = (sector: string) => (sector === 'energy' ? 'Oil and wind' : sector);
const found = (filter: Partial<typeof noFilter>) =>
  filterOfferings(offerings, { ...noFilter, ...filter }, sectorName).map(({ issuer }) => issuer);

it.each([
  [{}, ['Zephyr', 'Ångström', 'Borealis']],
  [{ stage: 'priced' }, ['Ångström']],
  [{ stage: 'withdrawn' }, ['Borealis']],
  [{ sector: 'health_care' }, ['Ångström']],
  [{ currency: 'EUR' }, ['Zephyr', 'Borealis']],
  [{ mine: true }, ['Borealis']],
  [{ words: 'angstrom' }, ['Ångström']],
  [{ words: 'zeph oil', stage: 'open' }, ['Zephyr']],
  [{ order: 'issuer' }, ['Ångström', 'Borealis', 'Zephyr']],
  [{ order: 'demand' }, ['Zephyr', 'Ångström', 'Borealis']],
  [{ order: 'minimum' }, ['Zephyr', 'Ångström', 'Borealis']],
] as const)('%j', (filter, issuers) => {
  expect(found(filter)).toEqual(issuers);
});

it('offers each choice once', () => {
  expect(choicesOf(offerings, 'sector')).toEqual(['energy', 'health_care']);
});
