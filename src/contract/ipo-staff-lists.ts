import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { fileOfList, uuid, writtenLine } from './fields.ts';
import { bookEntry, deskOffering } from './ipo-staff-records.ts';
import { applicationStates, offeringStates } from './ipo-names.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance', 'support'];

const listFilter = {
  state: z.enum(offeringStates, 'validation.choice').optional(),
  /** `waiting` needs a person now, `live` is neither draft nor over. */
  view: z.enum(['all', 'live', 'waiting'], 'validation.choice').default('all'),
  /** Part of the issuer’s name, ticker or exchange. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
};
const bookFilter = {
  stock_id: uuid,
  state: z.enum(applicationStates, 'validation.choice').optional(),
  /** Part of a number, a name or an e-mail. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
};

/** What the desk looks through: all offerings, and the book of each. */
export const ipoDeskListEndpoints = {
  'ipo_desk.list': {
    route: 'POST /api/staff/ipo',
    guard: mayRead,
    summary: 'All offerings with their books in brief, the next deadline first.',
    body: z.strictObject(listFilter),
    answer: z.object({
      offerings: z.array(deskOffering),
      /** Of everything, whatever the filters. */
      totals: z.object({ live: z.number().int(), waiting: z.number().int() }),
    }),
  },
  'ipo_desk.list_file': {
    route: 'GET /api/staff/ipo/file',
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. It is written down.',
    query: z.strictObject(listFilter),
    ...fileOfList,
  },
  'ipo_desk.book': {
    route: 'POST /api/staff/ipo/book',
    guard: mayRead,
    summary: 'Applications of an offering, the latest first, 20 at a time.',
    body: z.strictObject({ ...bookFilter, cursor: uuid.optional() }),
    answer: z.object({ applications: z.array(bookEntry), next_cursor: uuid.nullable() }),
    refusals: ['http.not_found'],
  },
  'ipo_desk.book_file': {
    route: 'GET /api/staff/ipo/book/file',
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. It is written down.',
    query: z.strictObject(bookFilter),
    refusals: ['http.not_found'],
    ...fileOfList,
  },
} as const satisfies Endpoints;
