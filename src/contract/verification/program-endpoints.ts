import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { day, uuid, writtenLine } from '#contract/kernel/fields.ts';
import { typesOf } from './names.ts';

const line = (max: number) => writtenLine.pipe(z.string().min(1, 'validation.required').max(max));

/** What an outside process found about the identity of a client. */
const identityReport = z
  .strictObject({
    /** Of the check in that process, once per key. */
    reference: line(80),
    result: z.enum(['approved', 'rejected'], 'validation.choice'),
    type: z.enum(typesOf.identity, 'validation.choice'),
    /** Of an approved document, as its end. */
    number: line(40).optional(),
    expires_on: day.optional(),
    /** As the document has it, in one line. */
    name: line(300),
    birth_on: day.optional(),
    /** Why it was rejected, for staff. */
    explanation: line(200).optional(),
  })
  .refine(({ result, number }) => result !== 'approved' || number !== undefined, {
    path: ['number'],
    error: 'validation.required',
  })
  .refine(({ result, expires_on: end }) => result !== 'approved' || end !== undefined, {
    path: ['expires_on'],
    error: 'validation.required',
  })
  .refine(({ result, explanation }) => result !== 'rejected' || explanation !== undefined, {
    path: ['explanation'],
    error: 'validation.required',
  });
export type IdentityReport = z.output<typeof identityReport>;

/** What programs report about what clients prove. */
export const verificationProgramEndpoints = {
  'operator_api.report_check': {
    route: 'POST /api/operator/v1/clients/:id/checks',
    guard: { scope: 'verification:write' },
    summary:
      'Report how an outside process has checked a client’s identity document. An approved one goes to staff as a document, a rejected one as a problem. It changes no level: a person other than the administrator of the key approves.',
    params: z.strictObject({ id: uuid }),
    body: identityReport,
    response: z.object({ id: uuid, client_id: uuid }),
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'staff.is_staff',
      'validation.required',
      'verification.document_expired',
      'verification.final',
      'verification.in_review',
      'verification.not_needed',
    ],
    idempotent: true,
  },
} as const satisfies Endpoints;
