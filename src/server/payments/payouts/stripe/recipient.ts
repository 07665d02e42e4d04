import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { mapDone, refused, type Outcome } from '#server/platform/connections/outcome.ts';
import type { NewPayout } from '#server/platform/connections/ports/payouts.ts';
import { bankText, isSameName } from '../../bank-files/bank-text.ts';
import { attempt } from '../../providers/stripe/attempt.ts';
import type { BankAccount } from './destination.ts';
import { payoutMethod, recipient, setupIntent, type PayoutMethod, type Recipient } from './shapes.ts';

/** Who is paid, and by which account of theirs, as Stripe has them. */
export interface Payable {
  recipient: string;
  payoutMethod: string;
}

/**
 * The recipient of a payout with the account. Who is paid there again within the time for which Stripe keeps a key (30 days)
 * is the same recipient: the key says what is asked for, and nothing else.
 */
export async function payableOf(
  stripe: Stripe,
  payout: Pick<NewPayout, 'to' | 'payee'>,
  account: BankAccount,
): Promise<Outcome<Payable>> {
  const who = await recipientOf(stripe, payout);
  if (who.kind !== 'done') return who;
  const stripeContext = who.value;
  const order = {
    payout_method_data: { type: 'bank_account' as const, bank_account: account },
    usage_intent: 'payment' as const,
  };
  const options = { idempotencyKey: keyFor(order, stripeContext), stripeContext };
  const made = await attempt(() => stripe.v2.moneyManagement.outboundSetupIntents.create(order, options), setupIntent);
  if (made.kind !== 'done') return made;
  const { status, payout_method: first } = made.value;
  if (!first) return refused('payout_method', `the account cannot be paid: ${status}`);
  // An answer that is repeated may say how it was then.
  const read = () => stripe.v2.moneyManagement.payoutMethods.retrieve(first.id, {}, { stripeContext });
  const now = isUsable(first) ? mapDone(made, () => first) : await attempt(read, payoutMethod);
  if (now.kind !== 'done') return now;
  const method = now.value;
  if (!isUsable(method))
    return refused('payout_method', `the account cannot be paid: ${status}, ${method.usage_status.payments}`);
  if (!method.bank_account.supported_currencies.includes(account.currency))
    return refused('currency', `the account is not paid in ${account.currency.toUpperCase()}`);
  return { kind: 'done', value: { recipient: stripeContext, payoutMethod: method.id } };
}

const isUsable = ({ archived, restricted, usage_status: usage }: PayoutMethod): boolean =>
  !archived && !restricted && usage.payments === 'eligible';

async function recipientOf(stripe: Stripe, { to, payee }: Pick<NewPayout, 'to' | 'payee'>): Promise<Outcome<string>> {
  const { country } = to;
  if (!isSameName(payee.fullName, to.holder))
    return refused('holder', 'the holder of the account is not the client by name');
  const line1 = to.details['address'] ?? (payee.country === country ? payee.address : null);
  const order: Stripe.V2.Core.AccountCreateParams = {
    contact_email: payee.email,
    display_name: bankText(to.holder, 140),
    identity: {
      country: country.toLowerCase(),
      entity_type: 'individual',
      individual: {
        given_name: bankText(payee.firstName, 60),
        surname: bankText(payee.secondName, 60),
        ...(line1 && {
          address: {
            country: country.toLowerCase(),
            line1: bankText(line1, 140),
            ...(to.details['town'] && { city: bankText(to.details['town'], 35) }),
          },
        }),
      },
    },
    configuration: { recipient: { capabilities: { bank_accounts: { local: { requested: true } } } } },
    include: ['configuration.recipient'],
  };
  const made = await attempt(
    () => stripe.v2.core.accounts.create(order, { idempotencyKey: keyFor(order, 'recipient') }),
    recipient,
  );
  if (made.kind !== 'done') return made;
  if (localOf(made.value).status === 'active') return { kind: 'done', value: made.value.id };
  // An answer that is repeated may say how it was then.
  const { id } = made.value;
  const read = await attempt(
    () => stripe.v2.core.accounts.retrieve(id, { include: ['configuration.recipient'] }),
    recipient,
  );
  if (read.kind !== 'done') return read;
  const { status, status_details: details } = localOf(read.value);
  if (status === 'active') return { kind: 'done', value: id };
  const text = ['the recipient cannot be paid yet', status, ...(details ?? []).map(({ code }) => code)].join(', ');
  return { ...refused('recipient', text), again: status === 'pending' ? 'later' : 'never' };
}

const localOf = ({ configuration }: Recipient) => configuration.recipient.capabilities.bank_accounts.local;

const keyFor = (order: object, about: string): string =>
  createHash('sha256')
    .update(JSON.stringify([about, order]))
    .digest('hex');
