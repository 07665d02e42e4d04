import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { uuid, writtenLine, writtenText } from '#contract/kernel/fields.ts';
import { requestedAmount } from './endpoints.ts';
import { adjustmentCategories } from './names.ts';

const depositReport = z.strictObject({
  client_id: uuid,
  /** Of one of the client’s wallets. */
  currency: z.string().trim().toUpperCase().min(1, 'validation.required').max(8),
  amount: requestedAmount,
  /** Your own, once per key. Staff see it as the bank’s reference. */
  reference: writtenLine.pipe(z.string().min(1, 'validation.required').max(80)),
  /** For staff: who sent it, and how. */
  sender: writtenLine.pipe(z.string().min(1, 'validation.required').max(200)),
});
export type DepositReport = z.output<typeof depositReport>;

export const paymentsProgramEndpoints = {
  'operator_api.report_deposit': {
    route: 'POST /api/operator/v1/deposits',
    guard: { scope: 'deposits:write' },
    summary:
      'Report money that came in for a client. Staff review it like a bank transfer; limits count when they credit it. The same `reference` again returns the same payment.',
    body: depositReport,
    response: z.object({ id: uuid, client_id: uuid }),
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.method',
      'payments.amount_scale',
      'payments.amount_min',
    ],
    rateLimit: { hits: 600, windowS: 600, by: 'key' },
    idempotent: true,
  },
  'operator_api.request_adjustment': {
    route: 'POST /api/operator/v1/adjustments',
    guard: { scope: 'adjustments:write' },
    summary:
      'Request a credit or a debit of a wallet, with a category and a note for staff. It moves nothing until people other than the administrator of the key approve it.',
    body: z.strictObject({
      wallet_id: uuid,
      /** `give` credits the wallet, `take` debits it. */
      direction: z.enum(['give', 'take'], 'validation.choice'),
      /** In the currency of the wallet. */
      amount: requestedAmount,
      category: z.enum(adjustmentCategories, 'validation.choice'),
      note: writtenText.pipe(z.string().min(3, 'validation.required').max(500)),
    }),
    response: z.object({ id: uuid, wallet_id: uuid }),
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.amount_scale', 'payments.amount_min'],
    idempotent: true,
  },
} as const satisfies Endpoints;
