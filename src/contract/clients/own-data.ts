import { z } from 'zod';
import { exportFormats } from './own-data-names.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { fileContent, instant, uuid } from '#contract/kernel/fields.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';

export const ownDataEndpoints = {
  'clients.request_data_export': {
    route: 'POST /api/settings/data-export',
    guard: 'signed_in',
    audited: true,
    summary:
      'Request a copy of all data kept about the caller. An email confirms it. The session that requested it can download it for an hour.',
    body: z.strictObject(proof),
    response: z.object({ id: uuid, expires_at: instant }),
    refusals: proofRefusals,
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'clients.download_data_export': {
    route: 'GET /api/settings/data-export/:id',
    guard: 'signed_in',
    summary:
      'The requested data: everything as JSON, in the form that docs/accounts.md describes, or a summary as PDF. Logged.',
    params: z.strictObject({ id: uuid }),
    query: z.strictObject({ format: z.enum(exportFormats, 'validation.choice') }),
    response: fileContent,
    refusals: ['http.not_found', 'clients.data_over'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
