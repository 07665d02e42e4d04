import type { Language } from '#contract/kernel/languages.ts';
import { waitingStates } from '#contract/ipo/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { requestKinds, type ApprovalSubject } from '#contract/approvals/request-names.ts';
import type { ApprovalRequest, ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { rolesThatSeeOfferings } from '#contract/staff/dealing.ts';
import { staffRoles } from '#contract/staff/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import type { Person } from '#server/platform/session/session.ts';

type Row = ApprovalSubject & {
  id: string;
  name: string | null;
  was: unknown;
  value: unknown;
  /** Reason code of the catalogue; `reasonTexts` holds the operator's own texts for it. */
  code: string | null;
  reasonTexts: ReasonTexts | null;
  /** Open trading accounts and applications of the person, and the offering of a dealing exception. */
  accounts: number;
  applications: number;
  offering: string | null;
  reason: string;
  author: string;
  own: boolean;
  mayDecide: boolean;
  createdAt: Date;
  expiresAt: Date;
};

/** Open approval requests for operator settings and clients, or for one client, as far as the caller may see them. */
export async function listRequests(
  app: App,
  me: Person,
  language: Language,
  clientId: string | null = null,
): Promise<ApprovalRequest[]> {
  const seesSettings = me.roles.includes('compliance') || me.roles.includes('admin');
  const now = app.clock.now();
  const rows = await app.db.rows<Row>(sql`
    select p.id, p.kind, p.key, p.client_id as "clientId", c.full_name as name, p.was, p.value,
           p.value ->> 'code' as code, reason_texts(p.value ->> 'code') as "reasonTexts", p.reason,
           a.full_name as author, a.id = ${me.id} as own,
           a.id <> ${me.id} and p.client_id is distinct from ${me.id} and is_available_approver(${me.id}, p.kind, p.author_id, ${now}) as "mayDecide",
           p.created_at as "createdAt", p.expires_at as "expiresAt", o.issuer || ' (' || o.ticker || ')' as offering, ${holds}
    from approval_request p join person a on a.id = p.author_id left join person c on c.id = p.client_id
    left join ipo_offering o on o.id = case when p.kind = 'staff_dealing' and p.key not in ('accounts', 'offerings') then p.key::uuid end
    where p.kind = any(${requestKinds}::text[]) and p.state = 'open' and p.expires_at > ${now}
      and (p.client_id is not null or ${seesSettings} or p.kind = 'setting' and is_available_approver(${me.id}, p.kind, p.author_id, ${now}))
      and (${clientId}::uuid is null or p.client_id = ${clientId})
    order by p.id`);
  return rows.map((row) => shown(app, language, row));
}

/** Trading accounts and applications of a person who would get a role that sees offerings. */
const holds = sql`
  case when p.kind = 'role' then (
    select count(*) from trading_account t where t.client_id = c.id and t.status <> 'archived') else 0 end::int as accounts,
  case when p.kind = 'role' then (
    select count(*) from ipo_application i where i.client_id = c.id and i.state = any(${waitingStates}::text[])) else 0 end::int as applications`;

function shown(app: App, language: Language, row: Row): ApprovalRequest {
  const { id, was, value, reason, author, own, createdAt, expiresAt } = row;
  const common = {
    id,
    reason,
    author,
    own,
    may_decide: row.mayDecide,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
  if (row.kind === 'setting') {
    return { ...common, kind: 'setting', key: row.key, client: null, was: (was as { value: unknown }).value, value };
  }
  if (row.kind === 'api_key') {
    return {
      ...common,
      kind: 'api_key',
      key: row.key,
      client: null,
      value: value as ApprovalRequestOf<'api_key'>['value'],
    };
  }
  const client = { id: row.clientId, name: row.name ?? '' };
  switch (row.kind) {
    case 'role':
      return { ...common, kind: 'role', client, was: inOrder(was), value: inOrder(value), holds: heldBy(row, value) };
    case 'staff_dealing':
      return { ...common, kind: 'staff_dealing', client, value: dealingOf(row, value) };
    case 'limits':
      return { ...common, kind: 'limits', key: row.key, client, value: inDollars(value as Limits | null) };
    case 'level':
      return { ...common, kind: 'level', client, was: (was as { level: number }).level, value: value as number };
    case 'email': {
      const { explanation } = formatReason(app, language, {
        purpose: 'email_change',
        versionedCode: row.code ?? '',
        reasonTexts: row.reasonTexts,
      });
      const { email } = was as { email: string };
      return {
        ...common,
        reason: `${explanation} · ${reason}`,
        kind: 'email',
        client,
        was: email,
        value: (value as { email: string }).email,
      };
    }
  }
}

const inOrder = (roles: unknown) => staffRoles.filter((role) => (roles as string[]).includes(role));

/** Null if no warning is needed. */
function heldBy({ accounts, applications }: Row, roles: unknown): ApprovalRequestOf<'role'>['holds'] {
  const comesToSee = rolesThatSeeOfferings.some((role) => (roles as string[]).includes(role));
  return comesToSee && accounts + applications > 0 ? { accounts, applications } : null;
}

function dealingOf({ key, offering }: Row, value: unknown): ApprovalRequestOf<'staff_dealing'>['value'] {
  const { until } = value as { until: string };
  return {
    scope: key === 'accounts' ? 'accounts' : 'offerings',
    offering: offering === null || key === null ? null : { id: key, name: offering },
    until,
  };
}

/** The form in the database, in cents. */
interface Limits {
  max: number | null;
  per_operation: number | null;
  per_day: number | null;
  per_month: number | null;
  until: string | null;
}

function inDollars(value: Limits | null): ApprovalRequestOf<'limits'>['value'] {
  if (!value) return null;
  const usd = (cents: number | null) => (cents === null ? null : toDecimal(BigInt(cents), 'USD'));
  const { per_operation, per_day, per_month } = value;
  return { ...value, per_operation: usd(per_operation), per_day: usd(per_day), per_month: usd(per_month) };
}
