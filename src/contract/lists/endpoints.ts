import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { flag, uuid, writtenLine } from '#contract/kernel/fields.ts';
import { longestViewName, longestViewQuery } from './names.ts';

/** What the address of a list says after its question mark, as the browser writes it: only a screen reads it. */
const query = z
  .string()
  .max(longestViewQuery)
  .regex(/^[!$-~]*$/, 'validation.choice');
const name = writtenLine.pipe(z.string().min(1, 'validation.required').max(longestViewName));
/** Which list, as its screen calls it. */
const list = z.string().regex(/^[a-z][a-z_]{0,29}$/, 'validation.choice');
const which = { view_id: uuid };

const listViews = z.object({
  views: z.array(z.object({ id: uuid, name: z.string(), query: z.string(), is_default: z.boolean() })),
  /** Columns, row height and order as the person last left them, in the form of a query. */
  layout: z.string(),
});
export type ListViews = z.output<typeof listViews>;

const rateLimit = { hits: 300, windowS: 600, by: 'person' } as const;

export const listsEndpoints = {
  'lists.views': {
    route: 'POST /api/staff/list-views',
    guard: 'staff',
    summary: 'The caller’s saved views of a list, and its last layout.',
    body: z.strictObject({ list }),
    response: listViews,
  },
  'lists.save_view': {
    route: 'POST /api/staff/list-views/save',
    guard: 'staff',
    summary: 'Save a list as it is shown, under a name that the caller hasn’t used for this list.',
    body: z.strictObject({ list, name, query }),
    response: listViews,
    refusals: ['lists.full', 'lists.name_taken'],
    rateLimit,
  },
  'lists.change_view': {
    route: 'POST /api/staff/list-views/change',
    guard: 'staff',
    summary: 'Change one of the caller’s views: name, content, or whether the list opens with it. Omitted fields stay.',
    body: z.strictObject({ ...which, name: name.optional(), query: query.optional(), is_default: flag.optional() }),
    response: listViews,
    refusals: ['http.not_found', 'lists.name_taken'],
    rateLimit,
  },
  'lists.delete_view': {
    route: 'POST /api/staff/list-views/delete',
    guard: 'staff',
    summary: 'Delete one of the caller’s views.',
    body: z.strictObject(which),
    response: listViews,
    refusals: ['http.not_found'],
    rateLimit,
  },
  'lists.keep_layout': {
    route: 'POST /api/staff/list-views/layout',
    guard: 'staff',
    summary: 'Keep how the caller laid a list out.',
    body: z.strictObject({ list, query }),
    response: listViews,
    refusals: ['lists.full'],
    rateLimit,
  },
} as const satisfies Endpoints;
