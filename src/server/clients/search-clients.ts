import type { Role } from '#contract/endpoint.ts';
import type { ClientState } from '#contract/staff-names.ts';
import type { TierName } from '#contract/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { csvOf } from '#server/platform/csv.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileAnswer } from '#server/platform/http/send-file.ts';
import type { Client } from '#server/platform/session.ts';

const pageSize = 50;
const fileRows = 10_000;

interface Filter {
  search?: string | undefined;
  level?: number | undefined;
  tier?: TierName | undefined;
  country?: string | undefined;
  state?: ClientState | undefined;
  role?: Role | undefined;
  tag?: string | undefined;
}

interface Row {
  id: string;
  first_name: string;
  second_name: string;
  email: string;
  country: string;
  email_verified: boolean;
  verification_level: number;
  tier: TierName;
  tier_until: string | null;
  roles: Role[];
  second_factor: boolean;
  state: ClientState;
  tags: string[];
  trading_accounts: number;
  created_at: Date;
}

/** Clients that meet a filter, the newest first. Ids sort by time, so the last one is the cursor. */
export async function searchClients(app: App, { cursor, ...filter }: Filter & { cursor?: string | undefined }) {
  const rows = await readClients(app.db, filter, cursor, pageSize + 1);
  const page = rows.slice(0, pageSize);
  return {
    clients: page.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The same as a file. Whoever takes it away is written down, with what he asked for. */
export async function clientsFile(app: App, me: Client, filter: Filter): Promise<FileAnswer> {
  const details = Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
  await app.db.tx((tx) => writeAudit(tx, app.clock, { actorId: me.id, act: 'clients.export', details }));
  const rows = await readClients(app.db, filter, undefined, fileRows);
  const head = [
    'id',
    'first_name',
    'second_name',
    'email',
    'country',
    'level',
    'tier',
    'state',
    'roles',
    'tags',
    'since_utc',
  ];
  const lines = rows.map((row) => [
    row.id,
    row.first_name,
    row.second_name,
    row.email,
    row.country,
    { number: String(row.verification_level) },
    row.tier,
    row.state,
    row.roles.join(' '),
    row.tags.join('; '),
    row.created_at.toISOString(),
  ]);
  return { name: 'clients.csv', type: 'text/csv; charset=utf-8', content: csvOf([head, ...lines]) };
}

function readClients(db: Queries, filter: Filter, cursor: string | undefined, limit: number): Promise<Row[]> {
  const { level = null, tier = null, country = null, state = null, role = null } = filter;
  const tag = filter.tag || null;
  return db.rows<Row>(sql`
    select * from (
      select c.id, c.first_name, c.second_name, c.email, c.country, c.email_verified_at is not null as email_verified, c.roles,
             c.second_factor_at is not null as second_factor, c.created_at,
             greatest(c.verification_level, (c.email_verified_at is not null)::int) as verification_level,
             coalesce(t.tier, 'standard') as tier, t.override_until as tier_until,
             case when c.blocked_at is not null then 'blocked' when c.frozen_at is not null then 'frozen' else 'active' end as state,
             array(select g.tag from client_tag g where g.client_id = c.id order by g.tag) as tags,
             (select count(*)::int from trading_account a where a.client_id = c.id) as trading_accounts
      from client c left join client_tier t on t.client_id = c.id
      where (c.first_name || ' ' || c.second_name || ' ' || c.email) ilike ${patternOf(filter.search ?? '')}
        and (${cursor ?? null}::uuid is null or c.id < ${cursor ?? null}::uuid)
        and (${country}::text is null or c.country = ${country}) and (${role}::text is null or ${role} = any(c.roles))
    ) found
    where (${level}::int is null or verification_level = ${level}) and (${tier}::text is null or tier = ${tier})
      and (${state}::text is null or state = ${state}) and (${tag}::text is null or ${tag} = any(tags))
    order by id desc limit ${limit}`);
}
