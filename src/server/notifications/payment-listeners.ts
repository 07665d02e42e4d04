import type { Events } from '#contract/events.ts';
import type { Language } from '#contract/languages.ts';
import { fromDecimal } from '#contract/money.ts';
import { issueCode, issueDestinationToken } from '#server/payments/mailed-secrets.ts';
import type { App } from '#server/platform/app.ts';
import { moneyText } from '#server/platform/money-text.ts';
import type { Contents, LetterName } from './send-letter.tsx';

/** Sends a letter to a client in his language; nothing when he is blocked. */
export type Write = (
  clientId: string,
  name: LetterName,
  contents: (language: Language) => Promise<Contents>,
) => Promise<void>;

type Facts = Events['payments.deposit_credited'];

/** Mails what happens to deposits, withdrawals and destinations. Codes and links are made at the moment of sending. */
export function paymentListeners(app: App, write: Write): void {
  const { outbox, text } = app;

  const aboutPayment = (facts: Facts, more: Contents['params'] = {}) => {
    const { paymentId, number, amount, currency } = facts;
    return async (language: Language): Promise<Contents> => ({
      path: `/payments/${paymentId}`,
      params: { number, amount: moneyText(language, fromDecimal(amount, currency), currency), ...more },
      family: 'payment',
    });
  };

  const tell = (name: LetterName) => (facts: Facts) => write(facts.clientId, name, aboutPayment(facts));
  outbox.on('payments.deposit_credited', tell('deposit_credited'));
  outbox.on('payments.withdrawal_submitted', tell('withdrawal_submitted'));
  outbox.on('payments.withdrawal_approved', tell('withdrawal_approved'));
  outbox.on('payments.withdrawal_sent', tell('withdrawal_sent'));

  const tellWhy = (name: LetterName) => (facts: Events['payments.deposit_rejected']) =>
    write(facts.clientId, name, (language) => {
      const why = text(language, `names.payment_reason_${facts.reason}`);
      const advice = text(language, `names.payment_advice_${facts.reason}`);
      return aboutPayment(facts, { why, advice })(language);
    });
  outbox.on('payments.deposit_rejected', tellWhy('deposit_rejected'));
  outbox.on('payments.withdrawal_rejected', tellWhy('withdrawal_rejected'));
  outbox.on('payments.deposit_refunded', tellWhy('deposit_refunded'));
  outbox.on('payments.deposit_charged_back', tellWhy('deposit_charged_back'));

  outbox.on('payments.withdrawal_code_asked', async (facts) => {
    const issued = await issueCode(app, facts.paymentId);
    if (issued) await write(facts.clientId, 'withdrawal_code', aboutPayment(facts, issued));
  });

  outbox.on('payments.destination_added', async ({ clientId, destinationId }) => {
    const issued = await issueDestinationToken(app, destinationId);
    if (!issued) return;
    const { token, ...params } = issued;
    const contents: Contents = { path: `/payments/destination/${token}`, params };
    await write(clientId, 'destination_confirm', async () => contents);
  });
}
