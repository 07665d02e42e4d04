import { z } from 'zod';

// What is read of Stripe's money management (version 2 of its interface). Anything of another shape counts as no answer.

const id = z.string().min(1).max(200);

const currency = z.string().length(3).toLowerCase();

/** Minor units. */
const amount = z.object({ value: z.int().transform(BigInt), currency });
export type StripeAmount = z.output<typeof amount>;

export const financialAccount = z.object({
  id,
  livemode: z.boolean(),
  status: z.string(),
  storage: z.object({ holds_currencies: z.array(currency) }).nullish(),
});

const field = z.object({
  stripe_name: z.string(),
  currencies: z.array(currency).nullish(),
  min_length: z.int(),
  max_length: z.int(),
  validation_regex: z.string(),
});

/** What Stripe publishes about bank accounts, by country. */
export const published = z.object({ countries: z.record(z.string(), z.object({ fields: z.array(field) })) });
export type Published = z.output<typeof published>;

const capability = z.object({
  status: z.enum(['active', 'pending', 'rejected', 'restricted', 'unsupported']),
  status_details: z.array(z.object({ code: z.string() })).nullish(),
});

/** With `configuration.recipient` included. */
export const recipient = z.object({
  id: id.startsWith('acct_'),
  configuration: z.object({
    recipient: z.object({ capabilities: z.object({ bank_accounts: z.object({ local: capability }) }) }),
  }),
});
export type Recipient = z.output<typeof recipient>;

/** With `identity` included. */
export const namedRecipient = z.object({
  identity: z.object({ individual: z.object({ given_name: z.string(), surname: z.string() }) }),
});

export const payoutMethod = z.object({
  id,
  archived: z.boolean(),
  restricted: z.boolean(),
  usage_status: z.object({ payments: z.string() }),
  bank_account: z.object({ last4: z.string().min(1).max(4), supported_currencies: z.array(currency) }),
});

export type PayoutMethod = z.output<typeof payoutMethod>;

export const setupIntent = z.object({ status: z.string(), payout_method: payoutMethod.nullish() });

const reason = z.object({ reason: z.string() }).nullish();

export const outboundPayment = z.object({
  id,
  amount,
  created: z.iso.datetime(),
  expected_arrival_date: z.iso.datetime().nullish(),
  from: z.object({ debited: amount, financial_account: z.string() }),
  livemode: z.boolean(),
  metadata: z.record(z.string(), z.string()).nullish(),
  status: z.string(),
  status_details: z.object({ failed: reason, processing: reason, returned: reason }).nullish(),
  status_transitions: z.object({ posted_at: z.string().nullish() }).nullish(),
  to: z.object({ credited: amount, payout_method: z.string().nullish(), recipient: z.string() }),
});
export type OutboundPayment = z.output<typeof outboundPayment>;

/** An entry of the operator's account; money that came in is above zero. */
export const transaction = z.object({
  balance_impact: z.object({ available: amount }),
  category: z.string(),
  flow: z.object({ outbound_payment: z.string().nullish() }).nullish(),
});
export type Transaction = z.output<typeof transaction>;

/** Without a list it says nothing, not that there is none. */
export const anyPage = z.object({ data: z.array(z.unknown()) });
