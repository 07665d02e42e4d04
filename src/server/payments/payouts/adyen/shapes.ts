import { z } from 'zod';

// What is read of Adyen's transfers. Anything of another shape counts as no answer.

const amount = z.object({ value: z.int(), currency: z.string() });

const minor = z.int().transform(BigInt);

const identification = z.object({ iban: z.string().optional(), accountNumber: z.string().optional() });

/** A change of what the balance account has; money that has left is below zero. */
const mutation = z.object({ currency: z.string(), balance: minor.nullish() });

export const transfer = z.object({
  id: z.string().min(1).max(200),
  amount,
  balanceAccount: z.object({ id: z.string() }).nullish(),
  counterparty: z
    .object({
      bankAccount: z
        .object({
          accountHolder: z.object({ fullName: z.string().nullish() }).nullish(),
          accountIdentification: identification.nullish(),
        })
        .nullish(),
    })
    .nullish(),
  direction: z.enum(['incoming', 'outgoing']).nullish(),
  events: z.array(z.object({ status: z.string().nullish(), mutations: z.array(mutation).nullish() })).nullish(),
  reason: z.string().nullish(),
  reference: z.string().nullish(),
  status: z.string(),
  tracking: z.object({ type: z.string().nullish(), status: z.string().nullish() }).nullish(),
});
export type Transfer = z.output<typeof transfer>;

export const newTransfer = z.object({ id: z.string().min(1).max(200), status: z.string() });

/** Without a list it says nothing, not that there is none. */
export const transfers = z.object({ data: z.array(transfer) });

/** Of a notification only what says where to look is kept: it names the client and their account, too. */
export const notification = z.object({
  type: z.string().max(100),
  environment: z.enum(['test', 'live']),
  data: z.object({
    id: z.string().min(1).max(200),
    reference: z.string().max(80).nullish(),
    status: z.string().max(60),
  }),
});
