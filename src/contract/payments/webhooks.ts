import { z } from 'zod';
import { decimal, uuid } from '#contract/kernel/fields.ts';
import { ofClient } from '#contract/operator/event-data.ts';
import { adjustmentCategories } from './names.ts';

const payment = z.object({ ...ofClient, payment_id: uuid, number: z.string(), amount: decimal, currency: z.string() });
/** Rejected or cancelled; the reason by its code. */
const refused = payment.extend({ reason: z.string() });

/** The payloads of its public events. */
export const paymentsWebhooks = {
  'deposit.cancelled': payment,
  'deposit.expired': payment,
  'deposit.credited': payment,
  'deposit.rejected': refused,
  'deposit.refunded': refused,
  'deposit.charged_back': refused,
  /** Reversed by staff; `amount` is what the wallet lost or got by that. */
  'deposit.reversed': refused,
  'withdrawal.expired': payment,
  'withdrawal.submitted': payment,
  'withdrawal.approved': payment,
  'withdrawal.sent': payment,
  'withdrawal.completed': payment,
  'withdrawal.rejected': refused,
  'withdrawal.cancelled': payment,
  'adjustment.posted': payment.extend({ category: z.enum(adjustmentCategories), direction: z.enum(['in', 'out']) }),
  'adjustment.reversed': refused,
} as const;
