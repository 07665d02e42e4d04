import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { decimal, fileOfList, instant, uuid } from '#contract/kernel/fields.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance'];

/** A client who is long on one trading account and short on another in one instrument. Volumes are lots. */
const mirroredBook = z.object({
  client: z.object({ id: uuid, name: z.string(), email: z.string() }),
  symbol: z.string(),
  /** What is bought less what is sold. */
  net: decimal,
  /** Both together. */
  gross: decimal,
  trading_account_ids: z.array(z.string()),
  /** Since when both sides have been open. */
  since: instant,
});
export type MirroredBook = z.output<typeof mirroredBook>;

export const mirroredBooksEndpoints = {
  'trading.mirrored_books': {
    route: 'POST /api/staff/mirrored-books',
    guard: mayRead,
    summary:
      'Clients with opposite positions in one instrument on several accounts of the embedded platform, longest first, 200 at most.',
    body: z.strictObject({}),
    response: z.object({ books: z.array(mirroredBook), count: z.number().int() }),
  },
  'trading.mirrored_books_file': {
    route: 'GET /api/staff/mirrored-books/file',
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    ...fileOfList,
  },
} as const satisfies Endpoints;
