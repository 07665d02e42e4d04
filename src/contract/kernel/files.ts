import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { done, fileContent, instant, uuid } from './fields.ts';
import { fileLimits, fileTypes, uploadPurposes } from './file-rules.ts';

/** A stored file as its readers see it. `size` in bytes; width and height in pixels, null for a document. */
export const storedFile = z.object({
  id: uuid,
  name: z.string(),
  type: z.enum(fileTypes),
  size: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  created_at: instant,
});
export type StoredFile = z.output<typeof storedFile>;

export const filesEndpoints = {
  'files.upload': {
    route: 'POST /api/files',
    guard: 'signed_in',
    summary:
      'Upload one file. The body is its bytes alone, as application/octet-stream. It’s deleted after a day unless another call refers to it.',
    query: z.strictObject({
      purpose: z.enum(uploadPurposes, 'validation.choice'),
      /** The person's name for it; says nothing about its type. */
      name: z.string().max(1000).default(''),
    }),
    response: storedFile,
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
    guard: 'signed_in',
    summary: 'The content of a file that the caller owns or can view. Each time staff view it, that’s logged.',
    params: z.strictObject({ id: uuid }),
    response: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 1200, windowS: 3600, by: 'person' },
  },
  'files.remove': {
    route: 'POST /api/files/remove',
    guard: 'signed_in',
    summary: 'Delete a file of the caller that nothing refers to yet.',
    body: z.strictObject({ id: uuid }),
    response: done,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
