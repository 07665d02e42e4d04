import { toDecimal } from '#contract/kernel/money.ts';
import type { Text } from '#server/platform/text.ts';
import { actPage, paymentLines } from '../../act-page.ts';
import type { Answer } from '../answer.ts';
import type { Link } from './objects.ts';

/** Where the payer would enter a card. */
export function payPage(text: Text, link: Link, browser: string | undefined): Answer {
  const { id, amount, status, shopperLocale, returnUrl } = link;
  const { value, currency } = amount;
  const isOpen = status === 'active';
  return actPage({
    text,
    locales: [shopperLocale, browser],
    adapter: 'adyen',
    paragraphs: paymentLines(text, { amount: toDecimal(BigInt(value), currency), currency, isOpen }),
    action: `/pay/${id}`,
    acts: isOpen ? ['pay', 'decline', 'expire'] : [],
    back: returnUrl,
  });
}
