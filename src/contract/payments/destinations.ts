import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { country, done, nothing, requestId, secretToken, uuid, writtenLine } from '#contract/kernel/fields.ts';
import { paymentMethods } from './names.ts';
import { destination } from './endpoints.ts';
import { accountFields, schemeNames } from './payouts/schemes.ts';

const method = z.enum(paymentMethods, 'validation.choice');

/** As people write it, in groups or not; the server stores it in the spelling of its scheme. */
const accountNumber = writtenLine.pipe(z.string().min(1, 'validation.required').max(80));

const detail = writtenLine.pipe(z.string().max(140));

/** Where a client's withdrawals may go. */
export const destinationEndpoints = {
  'payments.destinations': {
    route: 'POST /api/payments/destinations',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s saved destinations, newest first.',
    body: nothing,
    response: z.array(destination),
  },
  'payments.add_destination': {
    route: 'POST /api/payments/destinations/add',
    guard: 'signed_in',
    needsProof: 'recent',
    summary: 'Save a destination for withdrawals. It can be used after the emailed link is opened.',
    body: z.strictObject({
      method,
      /** How a bank account is written: by default as an IBAN, which names its country. Nothing else has one. */
      scheme: z.enum(schemeNames, 'validation.choice').optional(),
      /** Where the account is; required unless it is an IBAN. */
      country: country.optional(),
      /** The number that the scheme knows an account by, that of a test card, of which only the last digits are stored, or a Bitcoin address. */
      account: accountNumber,
      /** What else the scheme asks for. */
      details: z.partialRecord(z.enum(accountFields), detail).optional(),
      label: writtenLine.pipe(z.string().min(1, 'validation.required').max(40)),
      bank: writtenLine.pipe(z.string().max(80)).optional(),
      request_id: requestId,
    }),
    response: destination,
    refusals: [
      'http.idempotency_mismatch',
      'payments.method',
      'payments.scheme',
      'payments.scheme_currency',
      'payments.iban',
      'payments.account_field',
      'payments.card',
      'payments.crypto_address',
      'payments.destination_known',
      'payments.destination_limit',
    ],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'payments.add_paid_card': {
    route: 'POST /api/payments/destinations/add-card',
    guard: 'signed_in',
    needsProof: 'recent',
    summary:
      'Save the card of one of the caller’s credited deposits as a destination. It can be used after the emailed link is opened.',
    body: z.strictObject({ deposit_id: uuid, request_id: requestId }),
    response: destination,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.destination_limit'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'payments.send_destination_link': {
    route: 'POST /api/payments/destinations/send-link',
    guard: 'signed_in',
    summary: 'Email the confirmation link of a destination again. The earlier link stops working.',
    body: z.strictObject({ destination_id: uuid }),
    response: done,
    refusals: ['http.not_found', 'payments.state'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'payments.confirm_destination': {
    route: 'POST /api/payments/destinations/confirm',
    guard: 'signed_in',
    summary: 'Confirm a destination with the token of the emailed link `/{language}/payments/destination/{token}`.',
    body: z.strictObject({ token: secretToken }),
    response: destination,
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
  'payments.remove_destination': {
    route: 'POST /api/payments/destinations/remove',
    guard: 'signed_in',
    needsProof: 'session',
    summary: 'Remove a destination. Withdrawals to it that are in progress continue.',
    body: z.strictObject({ destination_id: uuid }),
    response: done,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
