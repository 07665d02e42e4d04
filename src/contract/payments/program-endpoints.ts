import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { uuid, writtenText } from '#contract/kernel/fields.ts';
import { requestedAmount } from './endpoints.ts';
import { adjustmentCategories } from './names.ts';

export const paymentsProgramEndpoints = {
  'operator_api.request_adjustment': {
    route: 'POST /api/operator/v1/adjustments',
    guard: { scope: 'adjustments:write' },
    summary:
      'Request a credit or a debit of a wallet, with a category and a note for staff. It moves nothing until people ' +
      'other than the administrator of the key approve it. `operator_api.payment` has its state.',
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
