import type { Language } from '#contract/languages.ts';
import { waitingStates } from '#contract/ipo-names.ts';
import { toDecimal } from '#contract/money.ts';
import type { ProposalMatter } from '#contract/approval-request-names.ts';
import type { Proposal, ProposalOf } from '#contract/approvals.ts';
import { rolesThatSeeOfferings } from '#contract/staff-dealing.ts';
import { staffRoles } from '#contract/staff-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tellReason, type Said } from '#server/platform/reasons/format-reason.ts';
import type { Client } from '#server/platform/session.ts';

type Row = ProposalMatter & {
  id: string;
  name: string | null;
  was: unknown;
  value: unknown;
  /** Of the catalogue, with the words of the broker's own. */
  code: string | null;
  said: Said | null;
  /** What the person has here, and the offering that a dealing exception is about. */
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

/** What waits for a second person, of the house or of one client, as far as the reader may see it. */
export async function listProposals(
  app: App,
  me: Client,
  language: Language,
  clientId: string | null = null,
): Promise<Proposal[]> {
  const seesHouse = me.roles.includes('compliance') || me.roles.includes('admin');
  const now = app.clock.now();
  const rows = await app.db.rows<Row>(sql`
    select p.id, p.kind, p.key, p.client_id as "clientId", c.first_name || ' ' || c.second_name as name, p.was, p.value,
           p.value ->> 'code' as code, reason_said(p.value ->> 'code') as said, p.reason,
           a.first_name || ' ' || a.second_name as author, a.id = ${me.id} as own,
           a.id <> ${me.id} and p.client_id is distinct from ${me.id} and is_decider_beside(${me.id}, p.kind, p.author_id, ${now}) as "mayDecide",
           p.created_at as "createdAt", p.expires_at as "expiresAt", o.issuer || ' (' || o.ticker || ')' as offering, ${holds}
    from proposal p join client a on a.id = p.author_id left join client c on c.id = p.client_id
    left join ipo_offering o on o.id = case when p.kind = 'staff_dealing' and p.key not in ('accounts', 'offerings') then p.key::uuid end
    where p.state = 'open' and p.expires_at > ${now}
      and (p.client_id is not null or ${seesHouse} or p.kind = 'setting' and is_decider_beside(${me.id}, p.kind, p.author_id, ${now}))
      and (${clientId}::uuid is null or p.client_id = ${clientId})
    order by p.id`);
  return rows.map((row) => shown(app, language, row));
}

/** Trading accounts and applications of somebody who would come to see offerings. */
const holds = sql`
  case when p.kind = 'role' then (
    select count(*) from trading_account t where t.client_id = c.id and t.status <> 'archived') else 0 end::int as accounts,
  case when p.kind = 'role' then (
    select count(*) from ipo_application i where i.client_id = c.id and i.state = any(${waitingStates}::text[])) else 0 end::int as applications`;

function shown(app: App, language: Language, row: Row): Proposal {
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
    return { ...common, kind: 'api_key', key: row.key, client: null, value: value as ProposalOf<'api_key'>['value'] };
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
      const { explanation } = tellReason(app, language, {
        purpose: 'email_change',
        kept: row.code ?? '',
        said: row.said,
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

/** Null where nobody needs to be warned of it. */
function heldBy({ accounts, applications }: Row, roles: unknown): ProposalOf<'role'>['holds'] {
  const comesToSee = rolesThatSeeOfferings.some((role) => (roles as string[]).includes(role));
  return comesToSee && accounts + applications > 0 ? { accounts, applications } : null;
}

function dealingOf({ key, offering }: Row, value: unknown): ProposalOf<'staff_dealing'>['value'] {
  const { until } = value as { until: string };
  return {
    scope: key === 'accounts' ? 'accounts' : 'offerings',
    offering: offering === null || key === null ? null : { id: key, name: offering },
    until,
  };
}

/** As the database keeps it, in cents. */
interface Limits {
  most: number | null;
  per_operation: number | null;
  per_day: number | null;
  per_month: number | null;
  until: string | null;
}

function inDollars(value: Limits | null): ProposalOf<'limits'>['value'] {
  if (!value) return null;
  const usd = (cents: number | null) => (cents === null ? null : toDecimal(BigInt(cents), 'USD'));
  const { per_operation, per_day, per_month } = value;
  return { ...value, per_operation: usd(per_operation), per_day: usd(per_day), per_month: usd(per_month) };
}
