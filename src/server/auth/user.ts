import type { User } from '#contract/auth/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { App } from '#server/platform/app.ts';
import { isDue } from '#server/platform/http/handle.ts';
import { countsAt } from '#server/platform/people/overrides.ts';
import { highestRole, isImpersonated, type Person } from '#server/platform/session/session.ts';
import { deviceName } from '#server/platform/session/device-name.ts';

/** The session before this one, shown as "last sign-in". */
interface EarlierSession {
  at: Date;
  userAgent: string | null;
}

/** The signed-in person in the form of the contract. */
export async function toUser(app: Pick<App, 'db' | 'clock' | 'config' | 'settings'>, client: Person): Promise<User> {
  const earlier = await app.db.maybeOne<EarlierSession>(sql`
    select created_at as at, user_agent as "userAgent" from session
    where person_id = ${client.id} and id <> ${client.sessionId}
      and created_at <= (select created_at from session where id = ${client.sessionId})
    order by created_at desc, id desc limit 1`);
  const manager = await app.db.maybeOne<{ email: string; name: string }>(sql`
    select m.email, m.full_name as name
    from client_manager k join person m on m.id = k.manager_id where k.client_id = ${client.id}`);
  const now = app.clock.now();
  const accounts = await app.db.one<{ ownMax: number | null; mayDeal: boolean }>(sql`
    select may_deal(${client.id}, 'accounts', ${now}) as "mayDeal",
           (select o.max_accounts from client_override o
            where o.client_id = ${client.id} and o.kind = 'trading_accounts' and ${countsAt(now)}) as "ownMax"`);
  const max = accounts.ownMax ?? app.settings.value('trading.accounts_per_client');
  return {
    id: client.id,
    first_name: client.firstName,
    second_name: client.secondName,
    full_name: client.fullName,
    email: client.email,
    phone: client.phone,
    address: client.address,
    country: client.country,
    language: client.language,
    role: highestRole(client.roles),
    roles: client.roles,
    status: 'active',
    email_verified: client.emailVerifiedAt !== null,
    responsible_email: manager?.email ?? null,
    responsible_stagename: manager?.name ?? null,
    trading_account_limit: accounts.mayDeal ? max : 0,
    may_deal: accounts.mayDeal,
    created_at: client.createdAt.toISOString(),
    number_style: client.numberStyle,
    theme: client.theme,
    closes_at: client.closesAt?.toISOString() ?? null,
    owes_consent: client.owesConsent,
    impersonation: showImpersonation(client, now),
    second_factor_due: !isImpersonated(client) && isDue(app, client),
    last_sign_in: earlier ? { at: earlier.at.toISOString(), device: deviceName(earlier.userAgent) } : null,
  };
}

function showImpersonation(client: Person, now: Date): User['impersonation'] {
  const { impersonation } = client;
  if (!impersonation || !isImpersonated(client)) return null;
  const leftMs = impersonation.endsAt.getTime() - now.getTime();
  return { id: impersonation.id, reason: impersonation.reason, seconds_left: Math.max(0, Math.ceil(leftMs / 1000)) };
}
