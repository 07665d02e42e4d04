import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MoneyText } from './Amount.tsx';

/** Where a line may break: at a space, and at `|`. */
const shown = (text: string) =>
  renderToStaticMarkup(<MoneyText text={text} />)
    .replaceAll('<wbr/>', '|')
    .replaceAll(/<[^>]+>/g, '');

it.each([
  ['USD\u00a0999,999,999.99', 'USD\u00a0999,999,999.99'],
  ['USD\u00a0999,999,999,999.99', 'USD 999,|999,|999,|999.99'],
  ['USD\u00a0−999,999,999,999.99', 'USD −999,|999,|999,|999.99'],
  ['USD\u00a0999\u202f999\u202f999\u202f999,99', 'USD 999\u202f|999\u202f|999\u202f|999,99'],
  ['USDT\u00a0999,999,999.12345678', 'USDT 999,|999,|999|.12345678'],
  ['ETH\u00a00.123456789012345678', 'ETH 0|.123456789012345678'],
])('%s breaks as %s', (text, breaks) => {
  expect(shown(text)).toBe(breaks);
});
