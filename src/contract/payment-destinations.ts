import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { done, nothing, requestId, secretToken, uuid, writtenLine } from './fields.ts';
import { paymentMethods } from './payment-names.ts';
import { destination } from './payments.ts';

const method = z.enum(paymentMethods, 'validation.choice');

const accountNumber = z
  .string()
  .trim()
  .toUpperCase()
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, 'validation.required').max(34));

/** Where a client's withdrawals may go. */
export const destinationEndpoints = {
  'payments.destinations': {
    route: 'POST /api/payments/destinations',
    guard: 'client',
    underWatch: 'client',
    summary: 'The own saved destinations, the latest first.',
    body: nothing,
    answer: z.array(destination),
  },
  'payments.add_destination': {
    route: 'POST /api/payments/destinations/add',
    guard: 'client',
    needsProof: 'recent',
    summary: 'Save where money may be sent. It can be used once the mailed link was opened.',
    body: z.strictObject({
      method,
      /** An IBAN, or the number of a test card, of which only the last digits are kept. */
      account: accountNumber,
      label: writtenLine.pipe(z.string().min(1, 'validation.required').max(40)),
      bank: writtenLine.pipe(z.string().max(80)).optional(),
      request_id: requestId,
    }),
    answer: destination,
    refusals: [
      'http.idempotency_mismatch',
      'payments.method',
      'payments.iban',
      'payments.card',
      'payments.destination_known',
      'payments.destination_limit',
    ],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'payments.add_paid_card': {
    route: 'POST /api/payments/destinations/add-card',
    guard: 'client',
    needsProof: 'recent',
    summary:
      'Save the card of an own credited deposit as a destination, without its number. It can be used once the mailed link was opened; a card that is saved already is answered as it is.',
    body: z.strictObject({ deposit_id: uuid, request_id: requestId }),
    answer: destination,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.destination_limit'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'payments.send_destination_link': {
    route: 'POST /api/payments/destinations/send-link',
    guard: 'client',
    summary: 'Mail the link again with which a destination is confirmed; the earlier link is void.',
    body: z.strictObject({ destination_id: uuid }),
    answer: done,
    refusals: ['http.not_found', 'payments.state'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'payments.confirm_destination': {
    route: 'POST /api/payments/destinations/confirm',
    guard: 'client',
    summary: 'Confirm a destination with the token of the mailed link `/{language}/payments/destination/{token}`.',
    body: z.strictObject({ token: secretToken }),
    answer: destination,
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
  'payments.remove_destination': {
    route: 'POST /api/payments/destinations/remove',
    guard: 'client',
    needsProof: 'session',
    summary: 'Forget a destination. Withdrawals to it that are under way go on.',
    body: z.strictObject({ destination_id: uuid }),
    answer: done,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
