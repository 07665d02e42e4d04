import { z } from 'zod';

// What is read of the wire that docs/connections/hosted-page.md describes. Anything of another shape counts as no answer.

/** Minor units: a JSON number without a point, never a text. */
const money = {
  amount: z
    .int()
    .positive()
    .transform((value) => BigInt(value)),
  currency: z.string().regex(/^[A-Z]{3}$/),
};
const id = z.string().min(1).max(200);

export const refund = z.object({
  id,
  /** Ours; none of a refund that was made on the pages of the provider. */
  ref: z.string().max(80).nullish(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  ...money,
});

const chargeback = z.object({
  id,
  reason: z.string().max(60),
  status: z.enum(['opened', 'taken', 'returned', 'lost']),
  ...money,
  answer_by: z.iso.datetime({ offset: true }).nullish(),
});
export type Chargeback = z.output<typeof chargeback>;

export const payment = z
  .object({
    id,
    ref: z.string().max(80),
    status: z.enum(['open', 'processing', 'paid', 'failed', 'expired']),
    live: z.boolean(),
    ...money,
    page: z.url().max(4000),
    paid: z.object(money).nullish(),
    paid_with: z
      .object({
        kind: z.string().max(40),
        label: z.string().min(1).max(80),
        fingerprint: z.string().min(1).max(200).nullish(),
        holder: z.string().max(200).nullish(),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .nullish(),
      })
      .nullish(),
    suspect: z.boolean().nullish(),
    refunds: z.array(refund),
    chargebacks: z.array(chargeback),
  })
  .refine(({ status, paid }) => (status === 'paid') === Boolean(paid), { path: ['paid'] });
export type Payment = z.output<typeof payment>;

export const changes = z.object({ ids: z.array(id).max(1000), cursor: z.string().min(1).max(200), more: z.boolean() });

/** Of every callback. It is a hint: the payment is looked up, whatever the type says. */
export const event = z.object({
  event: id,
  type: z.string().min(1).max(60),
  id,
  ref: z.string().max(80),
});
