import { z } from 'zod';

// What is read of Stripe's objects. Anything of another shape counts as no answer.

/** Minor units. */
const minor = z.int().transform((value) => BigInt(value));

const metadata = z.record(z.string(), z.string()).nullish();
const reference = z.object({ ref: z.string().optional() }).loose().nullish();

export const refund = z.object({
  id: z.string().startsWith('re_'),
  amount: minor,
  currency: z.string(),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']).nullable(),
  metadata,
});

const charge = z.object({
  id: z.string(),
  disputed: z.boolean(),
  billing_details: z.object({ name: z.string().nullable() }),
  payment_method_details: z
    .object({
      type: z.string(),
      card: z
        .object({
          brand: z.string().nullable(),
          last4: z.string().nullable(),
          fingerprint: z.string().nullish(),
          country: z.string().nullable(),
        })
        .optional(),
    })
    .loose()
    .nullable(),
  /** The latest ten. */
  refunds: z.object({ data: z.array(refund), has_more: z.boolean() }).nullish(),
});
export type Charge = z.output<typeof charge>;

const paymentIntent = z.object({
  id: z.string().startsWith('pi_'),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
  amount_received: minor,
  currency: z.string().length(3),
  livemode: z.boolean(),
  latest_charge: charge.nullable(),
});

const session = {
  id: z.string().startsWith('cs_'),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  client_reference_id: z.string().nullable(),
  livemode: z.boolean(),
};

export const newSession = z.object({ ...session, url: z.string() });

/** With `payment_intent.latest_charge` expanded. */
export const paidSession = z
  .object({
    ...session,
    payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
    payment_intent: paymentIntent.nullable(),
  })
  .refine(({ livemode, payment_intent: payment }) => payment === null || payment.livemode === livemode, {
    path: ['livemode'],
  });
export type PaidSession = z.output<typeof paidSession>;

export const sessionList = z.object({
  data: z.array(z.object({ id: session.id, client_reference_id: session.client_reference_id })),
  has_more: z.boolean(),
});

const dispute = z.object({
  id: z.string(),
  amount: minor,
  currency: z.string(),
  status: z.string(),
  reason: z.string(),
  balance_transactions: z.array(z.object({ amount: minor })),
  evidence_details: z.object({ due_by: z.int().nullable() }).nullish(),
});
export type Dispute = z.output<typeof dispute>;

export const disputeList = z.object({ data: z.array(dispute), has_more: z.boolean() });

export const newRefund = z.object({ id: refund.shape.id, status: refund.shape.status });

export const warning = z.object({ payment_intent: z.string().nullable() });

/** Of an event that is followed. */
export const eventObject = z.object({
  id: z.string(),
  object: z.string(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
  client_reference_id: z.string().nullish(),
  metadata: reference,
});

/** An event, in full or as one that only names its object. */
export const event = z.union([
  z.object({
    id: z.string().startsWith('evt_'),
    object: z.literal('event'),
    type: z.string(),
    created: z.int(),
    /** Of any kind, as that of another event may have no id. */
    data: z.object({ object: z.unknown() }),
  }),
  z.object({
    id: z.string().startsWith('evt_'),
    object: z.literal('v2.core.event'),
    type: z.string(),
    related_object: z.object({ id: z.string() }).nullish(),
  }),
]);
export type StripeEvent = z.output<typeof event>;

/** Each is read apart, so that one of another shape holds up no other. */
export const eventList = z.object({
  data: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  has_more: z.boolean(),
});
