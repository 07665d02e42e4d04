import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { hashToken, newToken } from '#server/platform/secrets/token.ts';

/** Whether a client has a calendar address, and since when. Only the client knows the address itself. */
export async function readFeed({ db }: App, me: Person): Promise<{ created_at: string | null }> {
  const feed = await db.maybeOne<{ createdAt: Date }>(sql`
    select created_at as "createdAt" from ipo_calendar_feed where client_id = ${me.id} and revoked_at is null`);
  return { created_at: feed?.createdAt.toISOString() ?? null };
}

/** A new address, shown only this once; the one before stops working. */
export async function createFeed({ db, clock, config, settings }: App, me: Person): Promise<{ url: string }> {
  const token = newToken();
  const at = clock.now();
  await db.tx(async (tx) => {
    await tx.run(sql`select from person where id = ${me.id} for no key update`);
    await tx.run(
      sql`update ipo_calendar_feed set revoked_at = ${at} where client_id = ${me.id} and revoked_at is null`,
    );
    await tx.run(
      sql`insert into ipo_calendar_feed (token_hash, client_id, created_at) values (${hashToken(config, 'calendar feed', token)}, ${me.id}, ${at})`,
    );
  });
  return { url: `${settings.brand(me.brand).url}/api/ipo/calendar-feed/${token}` };
}

export async function revokeFeed({ db, clock }: App, me: Person): Promise<{ status: 'ok' }> {
  await db.run(sql`
    update ipo_calendar_feed set revoked_at = ${clock.now()} where client_id = ${me.id} and revoked_at is null`);
  return { status: 'ok' };
}
