import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { reasonPurposes } from '#contract/reasons/names.ts';
import type { AuditAction } from '#contract/staff/audit-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Row {
  id: string;
  action: string;
  payment: string | null;
  address: string | null;
  words: string | null;
  purpose: string | null;
  versionedCode: string | null;
  reasonTexts: ReasonTexts | null;
  at: Date;
}

/**
 * What the client is shown. An action that is missing here stays inside: views, notes and assignments of staff, ratings
 * of risk, requests for approval, and above all comparisons with lists, which a client must not learn of.
 */
const shown: readonly (AuditAction | 'staff.confirm_override')[] = [
  'auth.autologin_issued',
  'auth.autologin_used',
  'auth.bind_identity',
  'auth.unbind_identity',
  'auth.provider_sign_out',
  'clients.create',
  'clients.invite',
  'clients.set_level',
  'clients.set_country',
  'clients.correct_person',
  'clients.change_email',
  'clients.reset_second_factor',
  'clients.sign_out',
  'clients.check_pin',
  'clients.failed_pin',
  'clients.download_data_export',
  'clients.cancel_closure_of',
  'clients.close',
  'clients.reopen',
  'staff.set_manager',
  'staff.release_clients',
  'staff.start_impersonation',
  'staff.end_impersonation',
  'staff.block',
  'staff.unblock',
  'staff.restrict_payments',
  'staff.lift_payment_restriction',
  'staff.set_limits',
  'staff.set_account_limit',
  'staff.end_override',
  // Of earlier versions.
  'staff.confirm_override',
  'staff.allow_dealing',
  'staff.end_dealing',
  'staff.set_roles',
  'staff.accept_change',
  'operator.lose_key',
  'payments.approve',
  'payments.reject',
  'payments.send_payout',
  'payments.mark_sent',
  'payments.complete',
  'payments.fail',
  'payments.credit_deposit',
  'payments.refund',
  'payments.charge_back',
  'payments.reverse',
  'payments.decide_adjustment',
  'payments.adjust',
  'payments.report_deposit',
  'trading.open_for',
  'trading.decide_outcome',
  'portfolio.set_tier',
  'portfolio.end_tier',
  'ipo_staff.reject',
  'imports.client',
  'imports.account',
  'imports.document',
  'imports.invite',
  'verification.decide',
  'verification.confirm_phone',
  'verification.begin_check',
  'verification.approve_check',
  'verification.report_check',
  'verification.request_document',
  'verification.use_imported',
];

/** Actions of the client in this list: another person may have the client's session. */
const own = Object.entries<Endpoint>(api).flatMap(([name, { audited }]) => (audited ? [name] : []));

const max = 100;

/** The condition on `audit_entry`. */
export const formatActivity: Sql = sql`action = any(${[...shown, ...own]})`;

/**
 * Actions of staff in the client's profile, changes in the client's own name, and failed sign-ins, the latest first.
 * The names of staff stay internal, and so does how support handles the conversations, which the client sees anyway.
 */
export async function listActivity(app: App, me: Person, language: Language) {
  const [actions, failures] = await Promise.all([readActions(app, me.id, language), readFailures(app.db, me.id)]);
  const lines = [...actions, ...failures].toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  return lines.slice(0, max).map((line) => ({ ...line, at: line.at.toISOString() }));
}

interface Line extends Pick<Row, 'id' | 'action' | 'payment' | 'at'> {
  reason: string | null;
  address: string | null;
  times: number;
}

async function readActions(app: App, clientId: string, language: Language): Promise<Line[]> {
  const rows = await app.db.rows<Row>(sql`
    select id, action, details ->> 'payment' as payment, case when actor_id = client_id then details ->> 'from_address' end as address, details ->> 'reason' as words, details ->> 'purpose' as purpose, details ->> 'reason_code' as "versionedCode",
           reason_texts(details ->> 'reason_code') as "reasonTexts", created_at as at from audit_entry
    where client_id = ${clientId} and (actor_id is distinct from client_id or action = any(${own})) and ${formatActivity}
    order by created_at desc, id desc limit ${max}`);
  return rows.map((row) => {
    const { id, action, payment, address, at } = row;
    return { id, action, payment, at, reason: formatEntry(app, language, row), address, times: 1 };
  });
}

/**
 * The text of the catalogue, or staff's own words; for applications rejected before the catalogue existed, the code.
 */
function formatEntry(
  app: App,
  language: Language,
  { action, words, purpose, versionedCode, reasonTexts }: Row,
): string | null {
  const code = versionedCode ?? (action === 'ipo_staff.reject' ? words : null);
  const of = action === 'ipo_staff.reject' ? 'application' : reasonPurposes.find((each) => each === purpose);
  if (code === null || of === undefined) return words;
  const { explanation, advice } = formatReason(app, language, {
    purpose: of,
    versionedCode: code,
    reasonTexts,
  });
  return advice ? `${explanation} ${advice}` : explanation;
}

/** Failures of a day from one address are one line. */
const readFailures = (db: Queries, clientId: string) =>
  db.rows<Line>(sql`
    select (array_agg(id order by last_at desc))[1] as id, 'security.' || kind as action, null as payment, null as reason,
           max(last_at) as at, address, sum(times)::int as times
    from security_event where person_id = ${clientId} and kind in ('sign_in', 'factor', 'locked')
    group by kind, address, date_trunc('day', minute at time zone 'UTC') order by max(last_at) desc limit ${max}`);
