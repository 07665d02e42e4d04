import { z } from 'zod';
import { decimalText } from './amounts.ts';

// What is read of BTCPay's objects. Anything of another shape counts as no answer.

const amount = z.string().regex(decimalText);

export const invoice = z.object({
  id: z.string().min(1).max(100),
  storeId: z.string(),
  amount,
  paidAmount: amount,
  currency: z.string(),
  checkoutLink: z.string(),
  createdTime: z.int(),
  status: z.enum(['New', 'Processing', 'Settled', 'Expired', 'Invalid']),
  additionalStatus: z.enum(['None', 'PaidPartial', 'PaidLate', 'PaidOver', 'Marked', 'Invalid']),
  archived: z.boolean(),
  metadata: z.object({ orderId: z.string().nullish() }).nullish(),
});
export type Invoice = z.output<typeof invoice>;

export const invoices = z.array(invoice);

/** Of a payment method: how much of which coin came. */
export const paymentMethods = z.array(
  z.object({ paymentMethodId: z.string(), payments: z.array(z.object({ id: z.string() })) }),
);

export const enabledMethods = z.array(z.object({ paymentMethodId: z.string(), enabled: z.boolean() }));

export const currentKey = z.object({ permissions: z.array(z.string()) });

/** Of every webhook, about an invoice or a payout. */
export const delivery = z.object({
  deliveryId: z.string().min(1).max(100),
  webhookId: z.string().min(1).max(100),
  originalDeliveryId: z.string().min(1).max(100),
  type: z.string().min(1).max(60),
  storeId: z.string(),
  invoiceId: z.string().max(100).nullish(),
  payoutId: z.string().max(100).nullish(),
  metadata: z.object({ orderId: z.string().max(100).nullish() }).nullish(),
});

export const apiError = z.object({ code: z.string(), message: z.string() });
export const formErrors = z.array(z.object({ path: z.string(), message: z.string() })).min(1);
