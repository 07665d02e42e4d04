import { z } from 'zod';
import { exportFormats } from './own-data-names.ts';
import type { Endpoints } from './endpoint.ts';
import { fileContent, instant, uuid } from './fields.ts';
import { proof, proofRefusals } from './proof.ts';

export const ownDataEndpoints = {
  'clients.ask_data': {
    route: 'POST /api/settings/data',
    guard: 'client',
    audited: true,
    summary:
      'Ask for everything that is kept about oneself. Told by mail. The session that asked may fetch it for an hour.',
    body: z.strictObject(proof),
    answer: z.object({ id: uuid, expires_at: instant }),
    refusals: proofRefusals,
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'clients.send_data': {
    route: 'GET /api/settings/data/:id',
    guard: 'client',
    summary:
      'The data that were asked for: all of it as JSON, in the form that docs/accounts.md describes, or a summary as PDF. Each time it is written down.',
    params: z.strictObject({ id: uuid }),
    query: z.strictObject({ format: z.enum(exportFormats, 'validation.choice') }),
    answer: fileContent,
    refusals: ['http.not_found', 'clients.data_over'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
