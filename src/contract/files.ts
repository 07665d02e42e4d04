import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { done, fileContent, instant, uuid } from './fields.ts';
import { fileLimits, filePurposes, fileTypes } from './file-rules.ts';

/** A kept file as whoever may read it sees it. `size` in bytes; width and height in pixels, null of a document. */
export const keptFile = z.object({
  id: uuid,
  name: z.string(),
  type: z.enum(fileTypes),
  size: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  created_at: instant,
});
export type KeptFile = z.output<typeof keptFile>;

export const filesEndpoints = {
  'files.upload': {
    route: 'POST /api/files',
    guard: 'client',
    summary:
      'Upload one file: its bytes alone are the body, as application/octet-stream. It waits a day for an act that refers to it.',
    query: z.strictObject({
      purpose: z.enum(filePurposes, 'validation.choice'),
      /** What the person calls it; says nothing about its type. */
      name: z.string().max(1000).default(''),
    }),
    answer: keptFile,
    refusals: [
      'files.waiting',
      'files.quota',
      'files.too_large',
      'files.empty',
      'files.type',
      'files.unreadable',
      'files.pixels',
      'files.animated',
      'files.pdf_encrypted',
      'files.pdf_active',
    ],
    rateLimit: { hits: 120, windowS: 3600, by: 'person' },
    bodyLimit: Math.max(...Object.values(fileLimits).map(({ maxBytes }) => maxBytes)),
  },
  'files.open': {
    route: 'GET /api/files/:id',
    guard: 'client',
    summary: 'The content of a file of one’s own, or of one that one may see. Each look of staff is written down.',
    params: z.strictObject({ id: uuid }),
    answer: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 1200, windowS: 3600, by: 'person' },
  },
  'files.remove': {
    route: 'POST /api/files/remove',
    guard: 'client',
    summary: 'Throw away an own file that nothing refers to yet.',
    body: z.strictObject({ id: uuid }),
    answer: done,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
