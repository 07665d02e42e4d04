import type { BookEntry } from '#contract/ipo/staff-records.ts';
import type { ApplicationState } from '#contract/ipo/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import { formatEndReason } from '../applications/application-row.ts';
import { readStaffOfferingRow } from './offering-row.ts';
import { mayBe } from './states.ts';

const pageLength = 20;

/** Which book, and its filters. */
export interface BookFilters {
  stock_id: string;
  state?: ApplicationState | undefined;
  search?: string | undefined;
}

interface Row extends Pick<BookEntry, 'id' | 'number' | 'tier' | 'state' | 'quantity' | 'price_type'> {
  clientId: string;
  reason: string | null;
  reasonTexts: ReasonTexts | null;
  name: string;
  email: string;
  limitPriceMinor: bigint | null;
  heldMinor: bigint;
  allottedQuantity: number | null;
  waits: boolean;
  at: Date;
  byStaff: boolean;
}

/** Applications of an offering, the latest first. @throws Refusal `http.not_found` */
export async function listBook(
  app: App,
  me: Pick<Person, 'id' | 'roles'>,
  language: Language,
  filters: BookFilters & { cursor?: string | undefined; limit?: number },
) {
  const { state = null, cursor = null, limit = pageLength } = filters;
  const offering = await readStaffOfferingRow(app.db, filters.stock_id);
  const rows = await app.db.rows<Row>(sql`
    select a.id, 'A-' || a.number as number, coalesce(a.tier, b.tier) as tier, a.state, a.reason, reason_texts(a.reason) as "reasonTexts", a.quantity, a.price_type,
           a.client_id as "clientId", c.full_name as name, c.email, a.limit_price_minor as "limitPriceMinor",
           a.held_minor as "heldMinor", a.allotted_quantity as "allottedQuantity", a.created_at as at,
           a.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed') as waits,
           a.dealing_exception_id is not null or sees_offerings(c, ${app.clock.now()}) as "byStaff"
    from ipo_application a join person c on c.id = a.client_id join client_benefit b on b.client_id = a.client_id
    where a.offering_id = ${offering.id} and (${state}::text is null or a.state = ${state}) and (${cursor}::uuid is null or a.id < ${cursor})
      and concat_ws(' ', 'A-' || a.number, name_and_email(c)) ilike ${patternOf(filters.search ?? '')}
    order by a.id desc limit ${limit + 1}`);
  const mayReject = (me.roles.includes('finance') || me.roles.includes('admin')) && mayBe('reject', offering);
  const page = rows.slice(0, limit);
  return {
    applications: page.map((row): BookEntry => {
      const { id, number, tier, state, quantity, price_type } = row;
      return {
        id,
        number,
        tier,
        state,
        reason: formatEndReason(app, language, row),
        quantity,
        price_type,
        client: {
          id: row.clientId,
          name: row.name,
          email: row.email,
        },
        limit_price: row.limitPriceMinor === null ? null : toDecimal(row.limitPriceMinor, offering.currency),
        held: toDecimal(row.heldMinor, offering.currency),
        allotted_quantity: row.allottedQuantity,
        at: row.at.toISOString(),
        by_staff: row.byStaff,
        rejectable: mayReject && row.waits && row.clientId !== me.id,
      };
    }),
    next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
