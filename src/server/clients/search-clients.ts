import type { TierName } from '#contract/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

const pageSize = 50;

interface Row {
  id: string;
  firstName: string;
  secondName: string;
  email: string;
  country: string;
  emailVerified: boolean;
  level: number;
  tier: TierName;
  tierUntil: string | null;
  roles: string[];
  secondFactor: boolean;
  tradingAccounts: number;
  createdAt: Date;
}

/** Clients whose name or e-mail holds the words, the newest first. Ids sort by time, so the last one is the cursor. */
export async function searchClients(
  app: App,
  { search = '', cursor }: { search?: string | undefined; cursor?: string | undefined },
) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await app.db.rows<Row>(sql`
    select c.id, c.first_name as "firstName", c.second_name as "secondName", c.email, c.country,
           c.email_verified_at is not null as "emailVerified", c.roles, c.second_factor_at is not null as "secondFactor",
           greatest(c.verification_level, (c.email_verified_at is not null)::int) as level, c.created_at as "createdAt",
           (select count(*)::int from trading_account a where a.client_id = c.id) as "tradingAccounts",
           coalesce(t.tier, 'standard') as tier, t.override_until as "tierUntil"
    from client c left join client_tier t on t.client_id = c.id
    where (c.first_name || ' ' || c.second_name || ' ' || c.email) ilike ${pattern}
      and (${cursor ?? null}::uuid is null or c.id < ${cursor ?? null}::uuid)
    order by c.id desc limit ${pageSize + 1}`);
  const page = rows.slice(0, pageSize);
  return {
    clients: page.map((row) => ({
      id: row.id,
      first_name: row.firstName,
      second_name: row.secondName,
      email: row.email,
      country: row.country,
      email_verified: row.emailVerified,
      verification_level: row.level,
      tier: row.tier,
      tier_until: row.tierUntil,
      roles: row.roles,
      second_factor: row.secondFactor,
      trading_accounts: row.tradingAccounts,
      created_at: row.createdAt.toISOString(),
    })),
    next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}
