import type { BookEntry, StaffOffering } from '#contract/ipo/staff-records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { listBook, type BookFilters } from './book.ts';
import { readStaffOfferingRow } from './offering-row.ts';
import { listStaffOfferings, type OfferingFilters } from './list.ts';

const ofOffering: Columns<StaffOffering> = {
  id: (offering) => offering.stock_id,
  issuer: ({ issuer }) => issuer,
  ticker: ({ ticker }) => ticker,
  exchange: ({ exchange }) => exchange,
  mode: ({ mode }) => mode,
  state: ({ state }) => state,
  quota: ({ quota }) => quota,
  applicants: ({ applicants }) => applicants,
  requested: ({ requested }) => requested,
  currency: ({ currency }) => currency,
  held: ({ held }) => ({ number: held }),
  next_state: ({ next }) => next?.state ?? null,
  next_utc: ({ next }) => next?.at ?? null,
  waits_for: (offering) => offering.waits_for,
  approval_request: ({ approval_request: approvalRequest }) => approvalRequest?.action ?? null,
  updated_utc: (offering) => offering.updated_at,
};

/** The offerings as a file. */
export const offeringsFile = (app: App, me: Person, filter: OfferingFilters): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'offerings',
    action: 'ipo_staff.list_file',
    filter,
    columns: ofOffering,
    read: async (limit) => (await listStaffOfferings(app, me, filter, limit)).offerings,
  });

const ofEntry = (currency: string): Columns<BookEntry> => ({
  number: ({ number }) => number,
  created_utc: ({ at }) => at,
  client: ({ client }) => client.name,
  client_id: ({ client }) => client.id,
  email: ({ client }) => client.email,
  by_staff: (entry) => (entry.by_staff ? 'yes' : 'no'),
  tier: ({ tier }) => tier,
  state: ({ state }) => state,
  reason: ({ reason }) => reason?.code ?? null,
  quantity: ({ quantity }) => quantity,
  allotted: (entry) => entry.allotted_quantity,
  price_type: (entry) => entry.price_type,
  currency: () => currency,
  limit_price: (entry) => ({ number: entry.limit_price }),
  held: ({ held }) => ({ number: held }),
});

/** The book of an offering as a file. @throws Refusal `http.not_found` */
export async function bookFile(app: App, me: Person, language: Language, filter: BookFilters): Promise<FileResponse> {
  const { ticker, currency } = await readStaffOfferingRow(app.db, filter.stock_id);
  return listFile(app, me, {
    name: `book-${ticker}`,
    action: 'ipo_staff.book_file',
    filter: { ticker, ...filter },
    columns: ofEntry(currency),
    read: async (limit) => (await listBook(app, me, language, { ...filter, limit })).applications,
  });
}
