import type {
  ApiClosure,
  ApiLegalVersion,
  ApiPaymentStep,
  ApiRate,
  ApiRiskRating,
  ApiTierChange,
  ApiTransfer,
} from '#contract/operator/program-history.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isOf, readPage, type OfClient, type Paging } from '#server/platform/lists/program-lists.ts';
import { shown } from './show-row.ts';

/** Money that moved, or is to move, between wallets and trading accounts. */
export const readTransfers = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select t.id, t.client_id, t.wallet_id, a.number::text as account, t.direction, w.currency, t.amount, t.state, t.created_at,
             t.settled_at, t.changed_at as "changedAt"
      from trading_transfer t join wallet w on w.id = t.wallet_id join trading_account a on a.id = t.account_id
      where ${isOf(sql`t.client_id`, client_id)}`,
    id: sql`t.id`,
    changedAt: sql`t.changed_at`,
    show: shown<ApiTransfer>({ amount: 'currency' }),
  });

/** States that payments reached. */
export const readPaymentSteps = (app: App, { payment_id, ...query }: Paging & { payment_id?: string | undefined }) =>
  readPage(app, query, {
    select: sql`
      select s.id, s.client_id, s.payment_id, s.state, s.by_kind, s.by_id, s.at, s.changed_at as "changedAt"
      from payment_status_history s where ${isOf(sql`s.payment_id`, payment_id)}`,
    id: sql`s.id`,
    changedAt: sql`s.changed_at`,
    show: shown<ApiPaymentStep>({}),
  });

/** Rates of days, by which the past is valued. */
export const readRates = (app: App, query: Paging) =>
  readPage(app, query, {
    select: sql`
      select r.id, r.currency, r.day::text as day, trim_scale(r.usd_rate)::text as usd_rate, r.changed_at as "changedAt"
      from currency_rate_day r where true`,
    id: sql`r.id`,
    idType: 'bigint',
    changedAt: sql`r.changed_at`,
    show: shown<ApiRate>({}),
  });

/** Risk ratings, without the words of compliance. */
export const readRiskRatings = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select r.id, r.client_id, r.was, r.rating, r.set_by, r.approval_request_id, r.at, r.changed_at as "changedAt"
      from client_risk r where ${isOf(sql`r.client_id`, client_id)}`,
    id: sql`r.id`,
    changedAt: sql`r.changed_at`,
    show: shown<ApiRiskRating>({}),
  });

/** Changes of tiers, without the words of staff. */
export const readTierChanges = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select t.id, t.client_id, t.from_tier, t.tier, t.source, t.until::text as until, t.changed_by, t.at, t.changed_at as "changedAt"
      from client_tier_change t where ${isOf(sql`t.client_id`, client_id)}`,
    id: sql`t.id`,
    idType: 'bigint',
    changedAt: sql`t.changed_at`,
    show: shown<ApiTierChange>({}),
  });

/** Requests to close an account. */
export const readClosures = (app: App, { client_id, ...query }: OfClient) =>
  readPage(app, query, {
    select: sql`
      select k.id, k.client_id, k.reason, k.outcome, k.requested_at, k.closes_at, k.ended_at, k.changed_at as "changedAt"
      from account_closure k where ${isOf(sql`k.client_id`, client_id)}`,
    id: sql`k.id`,
    changedAt: sql`k.changed_at`,
    show: shown<ApiClosure>({}),
  });

/** Versions of legal documents that clients read, or will. */
export const readLegalVersions = (app: App, query: Paging) =>
  readPage(app, query, {
    select: sql`
      select v.id, v.kind as document, v.number as version, v.requires_new_consent, v.effective_on::text as effective_on, v.published_at,
             v.published_by, v.changed_at as "changedAt"
      from legal_version v where v.published_at is not null`,
    id: sql`v.id`,
    changedAt: sql`v.changed_at`,
    show: shown<ApiLegalVersion>({}),
  });
