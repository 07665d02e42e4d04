import { z } from 'zod';
import { decimalText } from '../../providers/btcpay/amounts.ts';

// What is read of BTCPay's payouts. Anything of another shape counts as no answer.

const id = z.string().min(1).max(100);
const amount = z.string().regex(decimalText);

export const payout = z.object({
  id,
  date: z.coerce.number(),
  revision: z.int(),
  pullPaymentId: id.nullish(),
  destination: z.string().max(300),
  originalCurrency: z.string(),
  originalAmount: amount,
  payoutCurrency: z.string().regex(/^[A-Z0-9]{2,10}$/),
  /** Null until it is approved. */
  payoutAmount: amount.nullish(),
  payoutMethodId: z.string(),
  state: z.enum(['AwaitingApproval', 'AwaitingPayment', 'InProgress', 'Completed', 'Cancelled']),
  paymentProof: z.object({ id: z.string().min(1).max(200).nullish() }).nullish(),
  metadata: z.object({ ref: z.string().nullish() }).nullish(),
});
export type Payout = z.output<typeof payout>;

export const payouts = z.array(payout);

/** The name is our reference. */
export const pullPayment = z.object({ id, name: z.string().nullish() });
export const pullPayments = z.array(pullPayment);
