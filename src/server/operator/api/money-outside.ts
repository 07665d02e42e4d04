import type {
  ApiBankPayout,
  ApiDispute,
  ApiFinding,
  ApiPaymentFinding,
  ApiPayout,
  ApiRecipient,
  ApiStatementLine,
} from '#contract/operator/program-money.ts';
import { maskAccount } from '#server/payments/methods.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isOf, readPage, type Paging } from '#server/platform/lists/program-lists.ts';
import { shown, type ListedRow } from './show-row.ts';

type OfPayment = Paging & { payment_id?: string | undefined };

/** Orders to payout providers. */
export const readPayouts = (app: App, { payment_id, ...query }: OfPayment) =>
  readPage(app, query, {
    select: sql`
      select o.reference as id, o.payment_id, o.client_id, o.connection_id, o.currency, o.amount, o.state, o.provider_id, o.answer, o.coin,
             o.coins, o.transaction, o.created_at, o.ended_at, o.changed_at as "changedAt"
      from provider_payout o where ${isOf(sql`o.payment_id`, payment_id)}`,
    id: sql`o.reference`,
    idType: 'text',
    changedAt: sql`o.changed_at`,
    show: shown<ApiPayout>({ amount: 'currency' }),
  });

/** Withdrawals in files for the bank. */
export const readBankPayouts = (app: App, { payment_id, ...query }: OfPayment) =>
  readPage(app, query, {
    select: sql`
      select l.end_to_end_id as id, l.uetr, 'F-' || f.number as file, l.payment_id, l.client_id, f.currency, l.amount,
             f.pay_on::text as pay_on, l.status, l.reason, l.detail, l.contradiction, l.answered_at, l.ended_at, l.changed_at as "changedAt"
      from payout_file_line l join payout_file f on f.id = l.file_id where ${isOf(sql`l.payment_id`, payment_id)}`,
    id: sql`l.end_to_end_id`,
    idType: 'text',
    changedAt: sql`l.changed_at`,
    show: shown<ApiBankPayout>({ amount: 'currency' }),
  });

/** Deposits that their payers dispute. */
export const readDisputes = (app: App, { payment_id, ...query }: OfPayment) =>
  readPage(app, query, {
    select: sql`
      select d.id, d.payment_id, d.connection_id, d.provider_id, d.status, d.reason, d.currency, d.amount, d.amount::text as amount_minor, d.withdrawn, d.answer_by,
             d.closed, d.opened_at, d.changed_at as "changedAt"
      from provider_dispute d where ${isOf(sql`d.payment_id`, payment_id)}`,
    id: sql`d.id`,
    changedAt: sql`d.changed_at`,
    show: shown<ApiDispute>({ amount: 'currency' }),
  });

/** What staff have to look at in payments. */
export const readPaymentFindings = (app: App, { payment_id, ...query }: OfPayment) =>
  readPage(app, query, {
    select: sql`
      select f.id, f.payment_id, f.kind, f.subject, f.currency, f.amount, f.amount::text as amount_minor, f.answer_by, f.found_at, f.closed_at, f.note,
             f.changed_at as "changedAt"
      from provider_finding f where ${isOf(sql`f.payment_id`, payment_id)}`,
    id: sql`f.id`,
    changedAt: sql`f.changed_at`,
    show: shown<ApiPaymentFinding>({ amount: 'currency' }),
  });

/** Booked entries of statements. One without a result may still be dropped, with a file that cannot be read to its end. */
export const readStatementLines = (app: App, query: Paging) =>
  readPage(app, query, {
    select: sql`
      select l.id, l.run_id, l.number, l.on_day::text as "on", l.currency, l.amount, l.account, l.reference, l.end_to_end_id,
             l.bank_reference, l.name, l.result, l.doubt, l.payment_id, l.decided_by, l.decided_at, l.changed_at as "changedAt"
      from statement_line l where l.result is not null`,
    id: sql`l.id`,
    changedAt: sql`l.changed_at`,
    show: shown<ApiStatementLine>({ amount: 'currency' }),
  });

/** What comparisons of the books have found. */
export const readFindings = (app: App, query: Paging) =>
  readPage(app, query, {
    select: sql`
      select f.id, f.run_id, f.result, f.reference, f.on_day::text as "on", f.currency, f.here, f.there, f.payment_id, a.number as account,
             f.rule, f.note, f.resolved_by, f.resolved_at, f.changed_at as "changedAt"
      from reconciliation_finding f left join trading_account a on a.id = f.account_id where true`,
    id: sql`f.id`,
    changedAt: sql`f.changed_at`,
    show: shown<ApiFinding>({ here: 'currency', there: 'currency' }),
  });

type RecipientRow = ListedRow & Pick<ApiRecipient, 'method' | 'account'>;

/** Where clients withdraw to, their numbers masked. */
export const readRecipients = (app: App, query: Paging) =>
  readPage(app, query, {
    select: sql`
      select d.id, d.client_id, d.method, d.label, d.account, d.scheme, d.country, d.holder, d.bank, d.created_at, d.confirmed_at,
             d.removed_at, d.changed_at as "changedAt"
      from payment_destination d where true`,
    id: sql`d.id`,
    changedAt: sql`d.changed_at`,
    show: (row: RecipientRow) => shown<ApiRecipient>({})({ ...row, account: maskAccount(row.method, row.account) }),
  });
