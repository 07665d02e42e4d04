import type { Text } from '#server/platform/text.ts';
import { actPage, paymentLines } from '../../act-page.ts';
import type { Answer } from '../answer.ts';
import type { Invoice } from './objects.ts';

/** Where the payer would see an address. */
export function payPage(text: Text, invoice: Invoice, browser: string | undefined): Answer {
  const { id, amount, currency, status, checkout } = invoice;
  const acts = { New: ['pay', 'underpay', 'overpay', 'see', 'expire'], Processing: ['confirm'] };
  return actPage({
    text,
    locales: [checkout.defaultLanguage, browser],
    adapter: 'btcpay',
    paragraphs: paymentLines(text, { amount, currency, isOpen: status in acts }),
    action: `/i/${id}`,
    acts: acts[status as keyof typeof acts] ?? [],
    back: checkout.redirectURL,
  });
}
