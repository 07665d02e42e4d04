import { z } from 'zod';
import { maxReads } from '../constants.ts';
import type { Endpoints } from '../endpoint.ts';

export const readsEndpoints = {
  'reads.together': {
    route: 'POST /api/reads',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Several reads in one call, each with its own checks and limits. For each, once it’s answered: a line of JSON with its position, status and headers, and a line with the response.',
    body: z.strictObject({
      reads: z
        .array(
          z.strictObject({
            call: z
              .string()
              .max(2000)
              .regex(/^(GET|POST) \/api\/\S+$/, 'validation.identifier'),
            body: z.record(z.string(), z.unknown()).optional(),
          }),
        )
        .min(1)
        .max(maxReads),
    }),
    /** Lines of text, sent as they come. */
    response: z.string(),
  },
} as const satisfies Endpoints;
