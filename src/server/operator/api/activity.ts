import type {
  ApiAllotment,
  ApiArticle,
  ApiAuditEntry,
  ApiConsent,
  ApiDeclaration,
  ApiDocument,
  ApiEconomicProfile,
  ApiHolding,
  ApiNote,
  ApiSale,
} from '#contract/operator/program-activity.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import {
  isOf,
  readAdded,
  readPage,
  type Following,
  type OfClient,
  type Paging,
} from '#server/platform/lists/program-lists.ts';
import { shown } from './show-row.ts';

/** Shares that clients got. */
export const readHoldings = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select h.id, h.client_id, h.wallet_id, h.offering_id, h.application_id, h.currency, h.quantity, h.sold_quantity,
             h.cost_minor as cost, h.fee_minor as fee, h.transaction_id, h.acquired_at, h.tradable_at, h.changed_at as "changedAt"
      from ipo_holding h where ${isOf(sql`h.client_id`, client_id)}`,
    id: sql`h.id`,
    changedAt: sql`h.changed_at`,
    show: shown<ApiHolding>({ cost: 'currency', fee: 'currency' }),
  });

/** Sales of such shares. */
export const readSales = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select s.id, 'S-' || s.number as number, s.client_id, s.wallet_id, s.offering_id, s.currency, s.quantity, s.price_minor as price,
             s.proceeds_minor as proceeds, s.fee_minor as fee, s.cost_minor as cost, s.early_exit_bps, s.transaction_id, s.at,
             s.changed_at as "changedAt"
      from ipo_sale s where ${isOf(sql`s.client_id`, client_id)}`,
    id: sql`s.id`,
    changedAt: sql`s.changed_at`,
    show: shown<ApiSale>({ price: 'currency', proceeds: 'currency', fee: 'currency', cost: 'currency' }),
  });

/** Applications as they take part in allotments. */
export const readAllotments = (app: App, { offering_id, ...query }: Paging & { offering_id?: string | undefined }) =>
  readPage(app, query, {
    select: sql`
      select e.application_id as id, a.client_id, e.offering_id, e.tier, e.weight, e.requested, e.eligible, e.limit_met, e.counted,
             e.allotted, e.changed_at as "changedAt"
      from ipo_allotment_entry e join ipo_application a on a.id = e.application_id where ${isOf(sql`e.offering_id`, offering_id)}`,
    id: sql`e.application_id`,
    changedAt: sql`e.changed_at`,
    show: shown<ApiAllotment>({}),
  });

/** Documents of clients, without what is in them. */
export const readDocumentsPage = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select d.id, d.client_id, d.kind, d.type, d.attempt, d.state, d.reasons, d.final, d.expires_on::text as expires_on,
             d.created_at as sent_at, d.decided_at, d.decided_by, d.changed_at as "changedAt"
      from verification_document d where ${isOf(sql`d.client_id`, client_id)}`,
    id: sql`d.id`,
    changedAt: sql`d.changed_at`,
    show: shown<ApiDocument>({}),
  });

/** Articles, with the texts that readers see. */
export const readArticles = (app: App, query: Paging) =>
  readPage(app, query, {
    select: sql`
      select a.id, a.category, a.content, a.status as state, a.published_at, a.created_at, a.changed_at as "changedAt",
             coalesce((
               select json_agg(json_build_object('language', t.language, 'slug', t.slug, 'title', t.title) order by t.language)
               from article_text t where t.article_id = a.id), '[]') as texts
      from article a where true`,
    id: sql`a.id`,
    changedAt: sql`a.changed_at`,
    show: shown<ApiArticle>({}),
  });

/** What clients have accepted, without the address from which they did. Every one has its version; by a left join, consents give the order. */
export const readConsents = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select k.id, k.client_id, v.kind as document, v.number as version, k.version_id, k.language, k.at as accepted_at,
             k.changed_at as "changedAt"
      from legal_consent k left join legal_version v on v.id = k.version_id where ${isOf(sql`k.client_id`, client_id)}`,
    id: sql`k.id`,
    changedAt: sql`k.changed_at`,
    show: shown<ApiConsent>({}),
  });

/** What staff and programs have noted of clients. */
export const readNotes = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select n.id, n.client_id, n.text, n.author_id, n.key_id, n.created_at, n.changed_at as "changedAt"
      from client_note n where ${isOf(sql`n.client_id`, client_id)}`,
    id: sql`n.id`,
    changedAt: sql`n.changed_at`,
    show: shown<ApiNote>({}),
  });

/** Personal data that clients have declared, with what was corrected since. */
export const readDeclarations = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select v.id, v.client_id, v.first_name, v.second_name, v.birth_on::text as birth_on, v.nationality, v.phone, v.address,
             v.at as declared_at, v.changed_at as "changedAt"
      from verification_person v where ${isOf(sql`v.client_id`, client_id)}`,
    id: sql`v.id`,
    changedAt: sql`v.changed_at`,
    show: shown<ApiDeclaration>({}),
  });

/** What clients have answered about their economic situation. */
export const readEconomicProfiles = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select f.id, f.client_id, f.version, f.answers, f.at as declared_at, f.changed_at as "changedAt"
      from verification_profile f where ${isOf(sql`f.client_id`, client_id)}`,
    id: sql`f.id`,
    changedAt: sql`f.changed_at`,
    show: shown<ApiEconomicProfile>({}),
  });

type AuditRow = Omit<ApiAuditEntry, 'id' | 'at'> & { id: bigint; at: Date };

/** The audit log as far as it is chained. */
export const readAuditEntries = (app: App, query: Following) =>
  readAdded(app, query, {
    select: sql`
      select c.seq as id, c.entry_id, e.action, e.actor_id, e.client_id, e.details, encode(c.hash, 'hex') as hash, e.created_at as at
      from audit_chain c join audit_entry e on e.id = c.entry_id where true`,
    id: sql`c.seq`,
    of: { table: sql`audit_chain`, number: sql`seq`, last: sql`(select max(seq) from audit_chain)` },
    show: ({ id, at, ...row }: AuditRow): ApiAuditEntry => ({ ...row, id: String(id), at: at.toISOString() }),
  });
