import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readInfo } from '../payment-info.ts';
import { readPayment } from '../payment-row.ts';
import { readBack } from './read-back.ts';
import { isByProvider } from '../methods.ts';

/**
 * Asks the provider about a client's own deposit, so that a return from its page needs no event.
 * @throws Refusal `http.not_found`
 */
export async function checkProvider(
  app: App,
  me: Pick<Person, 'id'>,
  language: Language,
  body: { payment_id: string },
): Promise<PaymentInfo> {
  const mine = sql`p.id = ${body.payment_id} and p.client_id = ${me.id} and p.kind = 'deposit'`;
  const { state, method } = await readPayment(app.db, mine);
  if (isByProvider(method) && state === 'awaiting_payment') await readBack(app, body.payment_id);
  return readInfo(app, language, mine);
}
