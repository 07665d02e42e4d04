import type { StaffOfferingInfo, OfferingApprovalRequest } from '#contract/ipo/staff-records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import { formatEndReason } from '../applications/application-row.ts';
import { nextOf } from '../lifecycle/next-state.ts';
import { actionsOf, type ActionContext } from './actions/allowed-actions.ts';
import { summariseBook } from './book-summary.ts';
import { readStaffOfferingRow, type StaffOfferingRow } from './offering-row.ts';
import type { ApprovalRequestParams } from './approval-request-params.ts';
import { editableTerms } from './states.ts';
import { termsOf } from './terms.ts';

type Me = Pick<Person, 'id' | 'roles'>;

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** An offering as staff see it. @throws Refusal `http.not_found` */
export function readStaffOffering(app: App, me: Me, language: Language, id: string): Promise<StaffOfferingInfo> {
  return app.db.snapshot(async (tx) => {
    const offering = await readStaffOfferingRow(tx, id);
    const { currency, finalPriceMinor, state } = offering;
    const approvalRequests = await readRequests(tx, offering);
    return {
      stock_id: offering.id,
      version: offering.version,
      state,
      postponed_from: offering.postponedFrom,
      terms: termsOf(offering),
      editable: editableTerms(state),
      final_price: finalPriceMinor === null ? null : toDecimal(finalPriceMinor, currency),
      sold: Number(offering.sold),
      announced_at: iso(offering.announcedAt),
      priced_at: iso(offering.pricedAt),
      confirm_until: iso(offering.confirmUntil),
      cancel_until: iso(offering.cancelUntil),
      allotted_at: iso(offering.allottedAt),
      settled_at: iso(offering.settledAt),
      lock_up_ends_at: iso(offering.lockUpEndsAt),
      next: nextOf(offering),
      texts: await tx.rows(sql`
        select language, about, risks from ipo_offering_text where offering_id = ${id} order by language`),
      prospectus: await readProspectus(tx, id),
      book: await summariseBook(tx, offering),
      holdings: await tx.one(sql`
        select count(distinct client_id)::int as holders, coalesce(sum(quantity), 0)::float8 as quantity,
               coalesce(sum(sold_quantity), 0)::float8 as sold from ipo_holding where offering_id = ${id}`),
      price: await readPrice(tx, offering),
      approval_requests: approvalRequests,
      history: await readHistory(app, tx, language, id),
      ...actionsOf(me, offering, await statusOf(app, tx, offering, approvalRequests)),
    };
  });
}

/** What its actions depend on, besides its row. */
async function statusOf(
  app: App,
  db: Queries,
  { id }: StaffOfferingRow,
  approvalRequests: readonly OfferingApprovalRequest[],
): Promise<ActionContext> {
  const has = await db.one<Pick<ActionContext, 'hasText' | 'hasProspectus'>>(sql`
    select exists (select from ipo_offering_text where offering_id = ${id} and language = ${app.settings.value('brand.language')}) as "hasText",
           exists (select from ipo_prospectus where offering_id = ${id}) as "hasProspectus"`);
  const open = approvalRequests.find(({ state }) => state === 'open');
  return { ...has, now: app.clock.now(), openRequestBy: open?.proposed_by.id ?? null };
}

async function readProspectus(db: Queries, id: string): Promise<StaffOfferingInfo['prospectus']> {
  const rows = await db.rows<{ version: number; url: string; note: string | null; at: Date }>(sql`
    select version, url, note, published_at as at from ipo_prospectus where offering_id = ${id} order by version desc`);
  return rows.map(({ at, ...each }) => ({ ...each, published_at: at.toISOString() }));
}

async function readPrice(db: Queries, { id, currency }: StaffOfferingRow): Promise<StaffOfferingInfo['price']> {
  const row = await db.maybeOne<{ priceMinor: bigint; at: Date; source: 'staff' | 'market' }>(sql`
    select price_minor as "priceMinor", at, source from ipo_price where offering_id = ${id} order by at desc limit 1`);
  return row ? { price: toDecimal(row.priceMinor, currency), at: row.at.toISOString(), source: row.source } : null;
}

interface ApprovalRequestRow {
  id: string;
  action: OfferingApprovalRequest['action'];
  params: ApprovalRequestParams;
  clients: number;
  amountMinor: bigint;
  proposedAt: Date;
  proposedBy: string;
  proposer: string;
  state: OfferingApprovalRequest['state'];
  decidedAt: Date | null;
  decidedBy: string | null;
  approver: string | null;
  note: string | null;
}

async function readRequests(db: Queries, offering: StaffOfferingRow): Promise<OfferingApprovalRequest[]> {
  const rows = await db.rows<ApprovalRequestRow>(sql`
    select p.id, p.action, p.value - 'manual_csv' as params, (p.was ->> 'clients')::int as clients, (p.was ->> 'amount_minor')::bigint as "amountMinor",
           p.created_at as "proposedAt", p.author_id as "proposedBy", f.full_name as proposer, p.state,
           p.decided_at as "decidedAt", p.decided_by as "decidedBy", d.full_name as approver, coalesce(p.decision_note, p.reason) as note
    from approval_request p join person f on f.id = p.author_id left join person d on d.id = p.decided_by
    where p.offering_id = ${offering.id} order by p.id desc`);
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    price: 'price_minor' in row.params ? toDecimal(BigInt(row.params.price_minor), offering.currency) : null,
    method: 'method' in row.params ? row.params.method : null,
    clients: row.clients,
    amount: toDecimal(row.amountMinor, offering.currency),
    proposed_by: { id: row.proposedBy, name: row.proposer },
    proposed_at: row.proposedAt.toISOString(),
    state: row.state,
    decided_by: row.decidedBy === null ? null : { id: row.decidedBy, name: row.approver ?? '' },
    decided_at: iso(row.decidedAt),
    note: row.note,
  }));
}

async function readHistory(
  app: App,
  db: Queries,
  language: Language,
  id: string,
): Promise<StaffOfferingInfo['history']> {
  const rows = await db.rows<{
    action: string;
    by: string;
    at: Date;
    details: Record<string, string>;
    reasonTexts: ReasonTexts | null;
  }>(sql`
    select e.action, c.full_name as by, e.created_at as at, e.details - 'offering' as details,
           reason_texts(e.details ->> 'reason_code') as "reasonTexts"
    from audit_entry e join person c on c.id = e.actor_id
    where e.details ->> 'offering' = ${id} and e.action like 'ipo\\_staff.%' order by e.id desc limit 100`);
  return rows.map(({ action, by, at, details: { purpose, reason_code: versionedCode, ...details }, reasonTexts }) => ({
    action: action.replace('ipo_staff.', ''),
    by,
    at: at.toISOString(),
    details:
      versionedCode && purpose
        ? {
            ...details,
            reason: formatEndReason(app, language, { reason: versionedCode, reasonTexts })?.explanation ?? '',
          }
        : details,
  }));
}
