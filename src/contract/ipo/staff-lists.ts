import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { fileOfList, uuid, writtenLine } from '#contract/kernel/fields.ts';
import { bookEntry, staffOffering } from './staff-records.ts';
import { applicationStates, offeringStates } from './names.ts';

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
  /** Part of a number, a name or an email. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
};

/** What staff search: all offerings, and the book of each. */
export const ipoStaffListEndpoints = {
  'ipo_staff.list': {
    route: 'POST /api/staff/ipo',
    readsReplica: true,
    guard: mayRead,
    summary: 'All offerings with a summary of their books, next deadline first.',
    body: z.strictObject(listFilter),
    response: z.object({
      offerings: z.array(staffOffering),
      /** Of everything, whatever the filters. */
      totals: z.object({ live: z.number().int(), waiting: z.number().int() }),
    }),
  },
  'ipo_staff.list_file': {
    route: 'GET /api/staff/ipo/file',
    readsReplica: true,
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(listFilter),
    ...fileOfList,
  },
  'ipo_staff.book': {
    route: 'POST /api/staff/ipo/book',
    readsReplica: true,
    guard: mayRead,
    summary: 'Applications of an offering, newest first, 20 at a time.',
    body: z.strictObject({ ...bookFilter, cursor: uuid.optional() }),
    response: z.object({ applications: z.array(bookEntry), next_cursor: uuid.nullable() }),
    refusals: ['http.not_found'],
  },
  'ipo_staff.book_file': {
    route: 'GET /api/staff/ipo/book/file',
    readsReplica: true,
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(bookFilter),
    refusals: ['http.not_found'],
    ...fileOfList,
  },
} as const satisfies Endpoints;
