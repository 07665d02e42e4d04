import { eachText, type Gate } from './gate.ts';

/** Values that count or measure. As `{max}` they come as the machine has them, as `{max, number}` as the reader writes them. */
const bare = /\{(?:count|distance|lot|max|min|needed|shown|step)\}/;
/** Here the least and the most are amounts, which come written. */
const ofMoney = /^(?:errors\.payments_amount_m(?:ax|in)|investor\.tier_from|payments\.\w+)$/;

export const numbersAreWritten: Gate = {
  name: 'no bare count',
  find: eachText((text, key) => !(ofMoney.test(key) && !/\{count\}/.test(text)) && bare.exec(text)?.[0]),
  bad: [
    { language: 'en', texts: { 'jobs.a': 'Events being retried: {count}' } },
    { language: 'de', texts: { 'errors.a': 'Höchstens {max} Lot' } },
    { language: 'en', texts: { 'payments.a': 'Approvals: {count} of {needed, number}' } },
  ],
  good: [
    {
      language: 'en',
      texts: { 'jobs.a': 'Failures: {count, number}', 'errors.a': 'Up to {max, plural, one {# lot} other {# lots}}' },
    },
    { language: 'en', texts: { 'payments.a': 'The minimum is {min}.' } },
  ],
};
