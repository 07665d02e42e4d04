import { z } from 'zod';
import { instant, wholeNumber } from '../fields.ts';

/**
 * The input of a list for programs. Rows come newest first, with `updated_since` in the order of their changes, which
 * they have as `updated_at`. `cursor` is the `next_cursor` of the page before.
 */
export const paging = {
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().max(70).optional(),
  updated_since: instant.optional().describe('What changed since, by `updated_at`, the earliest first.'),
};

const number = z.string().regex(/^\d{1,18}$/, 'validation.identifier');

/** The input of a list whose rows are only added, the earliest first. `cursor` is the `next_cursor` of the page before. */
export const following = {
  limit: paging.limit,
  cursor: number.optional(),
  after_id: number.optional().describe('Rows after this one, by its `id`.'),
};

export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), next_cursor: z.string().nullable() });
