import { z } from 'zod';

// What is read of Adyen's objects. Anything of another shape counts as no answer.

const amount = z.object({ value: z.int(), currency: z.string() });

/** Of standard webhooks. Truth is written as text. */
export const item = z.object({
  additionalData: z.record(z.string(), z.unknown()).transform(textsOf).nullish(),
  amount: amount.nullish(),
  eventCode: z.string(),
  merchantAccountCode: z.string(),
  merchantReference: z.string(),
  originalReference: z.string().nullish(),
  paymentMethod: z.string().nullish(),
  pspReference: z.string().min(1),
  reason: z.string().nullish(),
  success: z.enum(['true', 'false']),
});
export type Item = z.output<typeof item>;

const live = z.enum(['true', 'false']);

export const notification = z.object({
  live,
  notificationItems: z.array(z.object({ NotificationRequestItem: item })).min(1),
});

/** One item of a notification, as it is kept when its signature was right. */
export const keptItem = z.object({ live, item });
export type KeptItem = z.output<typeof keptItem>;

const link = {
  id: z.string().startsWith('PL'),
  reference: z.string(),
  status: z.enum(['active', 'completed', 'expired', 'paid', 'paymentPending']),
};

export const newLink = z.object({ ...link, url: z.url() });

export const paymentLink = z.object({ ...link, expiresAt: z.iso.datetime({ offset: true }).nullish() });

export const newRefund = z.object({ pspReference: z.string().min(1), status: z.literal('received') });

export const paymentMethods = z.object({ paymentMethods: z.array(z.object({ type: z.string() })).nullish() });

export const serviceError = z.object({
  status: z.int(),
  errorCode: z.string().nullish(),
  message: z.string().nullish(),
  /** What the transfers call the message. */
  detail: z.string().nullish(),
});

function textsOf(data: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
