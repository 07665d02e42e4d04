import { toDecimal } from '#contract/kernel/money.ts';
import type { Text } from '#server/platform/text.ts';
import { actPage, paymentLines } from '../../act-page.ts';
import type { Answer } from '../answer.ts';
import type { Kept } from './objects.ts';

/** Where the payer would enter a card. */
export function payPage(text: Text, { payment, returnUrl, language }: Kept, browser: string | undefined): Answer {
  const { id, amount, currency, status } = payment;
  const acts = { open: ['pay', 'decline', 'process', 'expire'], processing: ['confirm'] };
  return actPage({
    text,
    locales: [language, browser],
    adapter: 'hosted_page',
    paragraphs: paymentLines(text, { amount: toDecimal(BigInt(amount), currency), currency, isOpen: status in acts }),
    action: `/pay/${id}`,
    acts: acts[status as keyof typeof acts] ?? [],
    back: returnUrl,
  });
}
