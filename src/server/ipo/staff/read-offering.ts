import type { DeskOfferingInfo, Proposal } from '#contract/ipo-staff-records.ts';
import { toDecimal } from '#contract/money.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import type { Said } from '#server/platform/reasons/format-reason.ts';
import { tellEnd } from '../application-row.ts';
import { nextOf } from '../lifecycle/next-state.ts';
import { actsOf, type Standing } from './allowed-actions.ts';
import { summariseBook } from './book-summary.ts';
import { readDeskRow, type DeskRow } from './offering-row.ts';
import type { ProposalParams } from './approval-requests.ts';
import { editableTerms } from './states.ts';
import { termsOf } from './terms.ts';

type Me = Pick<Client, 'id' | 'roles'>;

const iso = (at: Date | null) => at?.toISOString() ?? null;

/**
 * All about one offering, as the desk sees it.
 * @throws Refusal `http.not_found`
 */
export function readDeskOffering(app: App, me: Me, language: Language, id: string): Promise<DeskOfferingInfo> {
  return app.db.snapshot(async (tx) => {
    const offering = await readDeskRow(tx, id);
    const { currency, finalPriceMinor, state } = offering;
    const proposals = await readProposals(app, tx, language, offering);
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
      proposals,
      history: await readHistory(app, tx, language, id),
      ...actsOf(me, offering, await standingOf(app, tx, offering, proposals)),
    };
  });
}

/** What decides on its acts, besides its row. */
async function standingOf(app: App, db: Queries, { id }: DeskRow, proposals: readonly Proposal[]): Promise<Standing> {
  const has = await db.one<Pick<Standing, 'hasText' | 'hasProspectus'>>(sql`
    select exists (select from ipo_offering_text where offering_id = ${id} and language = ${app.house.value('brand.language')}) as "hasText",
           exists (select from ipo_prospectus where offering_id = ${id}) as "hasProspectus"`);
  const open = proposals.find(({ decision }) => decision === null);
  return { ...has, now: app.clock.now(), openProposalBy: open?.proposed_by.id ?? null };
}

async function readProspectus(db: Queries, id: string): Promise<DeskOfferingInfo['prospectus']> {
  const rows = await db.rows<{ version: number; url: string; note: string | null; at: Date }>(sql`
    select version, url, note, published_at as at from ipo_prospectus where offering_id = ${id} order by version desc`);
  return rows.map(({ at, ...each }) => ({ ...each, published_at: at.toISOString() }));
}

async function readPrice(db: Queries, { id, currency }: DeskRow): Promise<DeskOfferingInfo['price']> {
  const row = await db.maybeOne<{ priceMinor: bigint; at: Date; source: 'desk' | 'market' }>(sql`
    select price_minor as "priceMinor", at, source from ipo_price where offering_id = ${id} order by at desc limit 1`);
  return row ? { price: toDecimal(row.priceMinor, currency), at: row.at.toISOString(), source: row.source } : null;
}

interface ProposalRow {
  id: string;
  act: Proposal['act'];
  params: ProposalParams;
  clients: number;
  amountMinor: bigint;
  proposedAt: Date;
  proposedBy: string;
  proposerFirst: string;
  proposerSecond: string;
  decision: Proposal['decision'];
  decidedAt: Date | null;
  decidedBy: string | null;
  deciderFirst: string | null;
  deciderSecond: string | null;
  note: string | null;
}

async function readProposals(app: App, db: Queries, language: Language, offering: DeskRow): Promise<Proposal[]> {
  const rows = await db.rows<ProposalRow>(sql`
    select p.id, p.act, p.params - 'manual_csv' as params, p.clients, p.amount_minor as "amountMinor", p.proposed_at as "proposedAt",
           p.proposed_by as "proposedBy", f.first_name as "proposerFirst", f.second_name as "proposerSecond", p.decision,
           p.decided_at as "decidedAt", p.decided_by as "decidedBy", d.first_name as "deciderFirst", d.second_name as "deciderSecond", p.note
    from ipo_proposal p join client f on f.id = p.proposed_by left join client d on d.id = p.decided_by
    where p.offering_id = ${offering.id} order by p.id desc`);
  const name = (first: string | null, second: string | null) =>
    app.text(language, 'common.full_name', { first_name: first ?? '', second_name: second ?? '' });
  return rows.map((row) => ({
    id: row.id,
    act: row.act,
    price: 'price_minor' in row.params ? toDecimal(BigInt(row.params.price_minor), offering.currency) : null,
    method: 'method' in row.params ? row.params.method : null,
    clients: row.clients,
    amount: toDecimal(row.amountMinor, offering.currency),
    proposed_by: { id: row.proposedBy, name: name(row.proposerFirst, row.proposerSecond) },
    proposed_at: row.proposedAt.toISOString(),
    decision: row.decision,
    decided_by: row.decidedBy === null ? null : { id: row.decidedBy, name: name(row.deciderFirst, row.deciderSecond) },
    decided_at: iso(row.decidedAt),
    note: row.note,
  }));
}

async function readHistory(
  app: App,
  db: Queries,
  language: Language,
  id: string,
): Promise<DeskOfferingInfo['history']> {
  const rows = await db.rows<{
    act: string;
    first: string;
    second: string;
    at: Date;
    details: Record<string, string>;
    said: Said | null;
  }>(sql`
    select e.act, c.first_name as first, c.second_name as second, e.created_at as at, e.details - 'offering' as details,
           reason_said(e.details ->> 'reason_code') as said
    from audit_entry e join client c on c.id = e.actor_id
    where e.details ->> 'offering' = ${id} and e.act like 'ipo\\_desk.%' order by e.id desc limit 100`);
  return rows.map(({ act, first, second, at, details: { purpose, reason_code: kept, ...details }, said }) => ({
    act: act.replace('ipo_desk.', ''),
    by: app.text(language, 'common.full_name', { first_name: first, second_name: second }),
    at: at.toISOString(),
    details:
      kept && purpose
        ? { ...details, told: tellEnd(app, language, { reason: kept, said })?.explanation ?? '' }
        : details,
  }));
}
