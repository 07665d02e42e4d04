import { toDecimal } from '#contract/kernel/money.ts';
import type { Text } from '#server/platform/text.ts';
import { actPage, paymentLines } from '../../act-page.ts';
import type { Answer } from '../answer.ts';
import type { Session } from './objects.ts';

/** Where the payer would enter a card. `auto` is the language of the browser. */
export function payPage(text: Text, session: Session, browser: string | undefined): Answer {
  const { id, amount_total: amount, status, locale, cancel_url: back } = session;
  const currency = (session.currency ?? '').toUpperCase();
  const isOpen = status === 'open';
  return actPage({
    text,
    locales: [locale === 'auto' ? null : locale, browser],
    adapter: 'stripe',
    paragraphs: paymentLines(text, { amount: toDecimal(BigInt(amount ?? 0), currency), currency, isOpen }),
    action: `/pay/${id}`,
    acts: isOpen ? ['pay', 'decline', 'debit', 'expire'] : [],
    back,
  });
}
