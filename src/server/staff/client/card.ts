import { toDecimal } from '#contract/money.ts';
import type { StaffClient } from '#contract/staff-clients.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { lookAt } from './find.ts';
import { readNotes, readTags } from './notes.ts';

type Facts = Omit<StaffClient, 'created_at' | 'last_sign_in_at' | 'wallets' | 'accounts' | 'tags' | 'notes'> & {
  createdAt: Date;
  lastSignInAt: Date | null;
};

/**
 * One client as those see him who work here.
 * @throws Refusal `http.not_found`
 */
export async function readClient(app: App, me: Client, clientId: string): Promise<StaffClient> {
  const { db } = app;
  await lookAt(app, me, clientId);
  const { createdAt, lastSignInAt, ...facts } = await db.one<Facts>(sql`
    select c.id, c.first_name, c.second_name, c.email, c.email_verified_at is not null as email_verified, c.phone, c.address,
           c.country, c.language, c.manager_name as manager, c.roles,
           greatest(c.verification_level, (c.email_verified_at is not null)::int) as verification_level,
           coalesce(t.tier, 'standard') as tier, t.override_until as tier_until, c.second_factor_at is not null as second_factor,
           case when c.blocked_at is not null then 'blocked' when c.frozen_at is not null then 'frozen' else 'active' end as state,
           c.created_at as "createdAt", (select max(s.created_at) from session s where s.client_id = c.id) as "lastSignInAt"
    from client c left join client_tier t on t.client_id = c.id where c.id = ${clientId}`);
  const wallets = await db.rows<{ id: string; currency: string; available: bigint; held: bigint }>(sql`
    select w.id, w.currency, a.amount as available, h.amount as held
    from wallet w join ledger_balance a on a.account_id = w.available_id join ledger_balance h on h.account_id = w.held_id
    where w.client_id = ${clientId} order by w.created_at, w.id`);
  const accounts = await db.rows<StaffClient['accounts'][number]>(sql`
    select number::text, currency, status from trading_account where client_id = ${clientId} order by number`);
  return {
    ...facts,
    created_at: createdAt.toISOString(),
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
    wallets: wallets.map(({ id, currency, available, held }) => ({
      id,
      currency,
      available: toDecimal(available, currency),
      held: toDecimal(held, currency),
    })),
    accounts,
    tags: await readTags(db, clientId),
    notes: await readNotes(db, clientId),
  };
}
