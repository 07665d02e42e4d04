import type { Role } from '#contract/kernel/endpoint.ts';
import type { RestrictableKind } from '#contract/staff/override-names.ts';
import { uuid } from '#contract/kernel/fields.ts';
import { clientSorts, type ClientState, type LimitChoice, type riskChoices } from '#contract/staff/names.ts';
import type { RiskRating } from '#contract/clients/risk-names.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel, clientState } from '#server/platform/people/client-state.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import { byId, byText, sortedBy, sortedCursor } from '#server/platform/lists/sorted.ts';
import { countsAt } from '#server/platform/people/overrides.ts';
import type { Person } from '#server/platform/session/session.ts';

const pageSize = 50;

interface Filter {
  search?: string | undefined;
  level?: number | undefined;
  risk?: (typeof riskChoices)[number] | undefined;
  tier?: TierName | undefined;
  country?: string | undefined;
  state?: ClientState | undefined;
  role?: Role | undefined;
  tag?: string | undefined;
  manager?: string | undefined;
  limits?: LimitChoice | undefined;
  registered_from?: string | undefined;
  registered_to?: string | undefined;
  sort?: (typeof clientSorts)[number] | undefined;
}

interface Row {
  id: string;
  first_name: string;
  second_name: string;
  full_name: string;
  email: string;
  country: string;
  email_verified: boolean;
  verification_level: number;
  risk: RiskRating | null;
  tier: TierName;
  tier_until: string | null;
  roles: Role[];
  second_factor: boolean;
  state: ClientState;
  restricted: RestrictableKind[];
  tags: string[];
  manager: string | null;
  trading_accounts: number;
  created_at: Date;
  sort_value: string;
}

/** Ids sort by time, and names as people look for them, whatever the accents and the case. */
const sorts = {
  since: byId(sql`c.id`),
  name: byText(sql`c.full_name collate "und-x-icu"`),
  email: byText(sql`c.email`),
};

/** Clients that match a filter, the newest first unless sorted otherwise. */
export async function searchClients(
  app: App,
  me: Person,
  { cursor, ...filter }: Filter & { cursor?: string | undefined },
) {
  const rows = await readClients(app, me, filter, { cursor, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize && page.at(-1);
  return {
    clients: page.map(({ sort_value: _sort, ...row }) => ({ ...row, created_at: row.created_at.toISOString() })),
    next_cursor: last ? sortedCursor(filter.sort ?? clientSorts[0], last) : null,
  };
}

const columns: Columns<Row> = {
  id: ({ id }) => id,
  first_name: (row) => row.first_name,
  second_name: (row) => row.second_name,
  email: ({ email }) => email,
  country: ({ country }) => country,
  level: (row) => ({ number: String(row.verification_level) }),
  risk: ({ risk }) => risk ?? '',
  tier: ({ tier }) => tier,
  state: ({ state }) => state,
  restricted: ({ restricted }) => restricted.join(' '),
  roles: ({ roles }) => roles.join(' '),
  tags: ({ tags }) => tags.join('; '),
  personal_manager: ({ manager }) => manager ?? '',
  since_utc: (row) => row.created_at.toISOString(),
};

/** The same as a file. */
export const clientsFile = (app: App, me: Person, filter: Filter): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'clients',
    action: 'clients.export',
    filter,
    columns,
    read: (limit) => readClients(app, me, filter, { limit }),
  });

function readClients(
  { db, clock }: App,
  me: Person,
  filter: Filter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Row[]> {
  const { level = null, tier = null, country = null, state = null, role = null } = filter;
  const tag = filter.tag || null;
  const at = clock.now();
  const { order, after, value } = sortedBy(sorts, sql`c.id`, { sort: filter.sort ?? clientSorts[0], cursor });
  return db.rows<Row>(sql`
    select c.id, c.first_name, c.second_name, c.full_name, c.email, c.country, c.email_verified_at is not null as email_verified, c.roles,
           c.second_factor_at is not null as second_factor, c.created_at,
           ${clientLevel} as verification_level, c.risk_rating as risk,
           coalesce(t.tier, 'standard') as tier, t.override_until as tier_until,
           ${clientState} as state,
           array(select o.kind from payment_restriction o where o.client_id = c.id and ${countsAt(at)} order by o.kind) as restricted,
           array(select g.tag from client_tag g where g.client_id = c.id order by g.tag) as tags,
           m.full_name as manager,
           (select count(*)::int from trading_account a where a.client_id = c.id) as trading_accounts,
           ${value} as sort_value
    from person c left join client_tier t on t.client_id = c.id
    left join client_manager k on k.client_id = c.id left join person m on m.id = k.manager_id
    where ${foundBy(filter.search?.trim() ?? '')} and ${after}
      and (${country}::text is null or c.country = ${country}) and (${role}::text is null or ${role} = any(c.roles))
      and (${level}::int is null or ${clientLevel} = ${level}) and (${state}::text is null or ${clientState} = ${state})
      and ${tier === null ? sql`true` : tier === 'standard' ? sql`coalesce(t.tier, 'standard') = ${tier}` : sql`t.tier = ${tier}`}
      and (${tag}::text is null or exists (select from client_tag g where g.client_id = c.id and g.tag = ${tag}))
      and ${ratedAs(filter.risk)} and ${registeredWithin(filter)}
      and ${managedBy(me, filter.manager)} and ${limitedBy(filter.limits, at)}
    order by ${order} limit ${limit}`);
}

function ratedAs(risk: Filter['risk']): Sql {
  if (!risk) return sql`true`;
  return risk === 'none' ? sql`c.risk_rating is null` : sql`c.risk_rating = ${risk}`;
}

const registeredWithin = ({ registered_from: from, registered_to: to }: Filter): Sql => sql`
  (${from ?? null}::date is null or c.created_at >= ${from ?? null}::timestamp at time zone 'UTC')
  and (${to ?? null}::date is null or c.created_at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC')`;

const shortestPhone = 5;

/**
 * By a part of name, email or phone, or by what a caller reads out: the full number of an account or a payment, an id.
 */
function foundBy(search: string): Sql {
  const named = sql`name_and_email(c) ilike ${patternOf(search)}`;
  const digits = search.replaceAll(/[\s().+-]/g, '');
  const number = /^\d{1,18}$/.exec(digits)?.[0] ?? null;
  const payment = /^p-?(\d{1,18})$/i.exec(search)?.[1] ?? null;
  const id = uuid.safeParse(search).data ?? null;
  if (number === null && payment === null && id === null) return named;
  const phone = number !== null && number.length >= shortestPhone ? patternOf(number) : null;
  return sql`(${named} or c.id = ${id}::uuid or c.phone like ${phone}::text
    or c.id = (select a.client_id from trading_account a where a.number = ${number}::bigint)
    or c.id = (select p.client_id from payment p where p.number = ${payment}::bigint))`;
}

function managedBy(me: Person, manager: string | undefined): Sql {
  if (!manager) return sql`true`;
  if (manager === 'none') return sql`k.client_id is null`;
  if (manager === 'left') return sql`k.client_id is not null and k.manager_id is null`;
  return sql`k.manager_id = ${manager === 'mine' ? me.id : manager}`;
}

function limitedBy(choice: LimitChoice | undefined, at: Date): Sql {
  if (!choice) return sql`true`;
  if (choice === 'proposed') {
    return sql`exists (select from approval_request p where p.client_id = c.id and p.kind = 'limits' and p.state = 'open')`;
  }
  const table = choice === 'restricted' ? sql`payment_restriction` : sql`client_override`;
  return sql`exists (select from ${table} o where o.client_id = c.id and ${countsAt(at)})`;
}
