import type { User } from '#contract/auth.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { App } from '#server/platform/app.ts';
import { isDue } from '#server/platform/http/handle.ts';
import { highestRole, type Client } from '#server/platform/session.ts';
import { deviceName } from './device-name.ts';

/** The session before this one, as "last sign-in" tells it. */
interface EarlierSession {
  at: Date;
  userAgent: string | null;
}

/** The signed-in person in the shape that the contract promises. */
export async function toUser(app: Pick<App, 'db' | 'clock' | 'config' | 'house'>, client: Client): Promise<User> {
  const earlier = await app.db.maybeOne<EarlierSession>(sql`
    select created_at as at, user_agent as "userAgent" from session
    where client_id = ${client.id} and id <> ${client.sessionId}
      and created_at <= (select created_at from session where id = ${client.sessionId})
    order by created_at desc, id desc limit 1`);
  return {
    id: client.id,
    first_name: client.firstName,
    second_name: client.secondName,
    email: client.email,
    phone: client.phone,
    address: client.address,
    country: client.country,
    language: client.language,
    role: highestRole(client.roles),
    roles: client.roles,
    status: 'active',
    email_verified: client.emailVerifiedAt !== null,
    responsible_email: client.managerEmail,
    responsible_stagename: client.managerName,
    created_at: client.createdAt.toISOString(),
    number_style: client.numberStyle,
    theme: client.theme,
    second_factor_due: isDue(app, client),
    last_sign_in: earlier ? { at: earlier.at.toISOString(), device: deviceName(earlier.userAgent) } : null,
  };
}
