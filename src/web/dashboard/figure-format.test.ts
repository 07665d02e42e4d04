import { expect, it } from 'vitest';
import { formatIn } from '#web/platform/i18n/format.ts';
import { changeOf } from './figure-format.ts';

const format = formatIn('en', 'english');

it.each([
  ['200.00', '450.00', '−55.6%', '−$250.00'],
  ['700.00', '450.00', '+55.6%', '+$250.00'],
  ['-50.00', '-100.00', '+50%', '+$50.00'],
  ['10.00', '0.00', null, '+$10.00'],
  ['10.00', '10.00', null, '$0.00'],
])('says how %s differs from %s', (now, before, percent, difference) => {
  expect(changeOf('deposits', now, before, format)).toMatchObject({ percent, difference });
});
