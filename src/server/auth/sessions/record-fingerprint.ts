import type { z } from 'zod';
import type { authEndpoints } from '#contract/auth/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Person } from '#server/platform/session/session.ts';

type Device = z.output<(typeof authEndpoints)['auth.fingerprint']['body']>;

/** Records the device that began this session, and returns whether the client used it before. */
export async function recordFingerprint(
  app: App,
  me: Person,
  device: Device,
): Promise<{ status: 'stored'; known: boolean }> {
  return app.db.tx(async (tx) => {
    const { known } = await tx.one<{ known: boolean }>(sql`
      select exists (select 1 from device_fingerprint where person_id = ${me.id} and visitor_id = ${device.visitorId}) as known`);
    await tx.run(sql`
      insert into device_fingerprint (id, person_id, session_id, kind, visitor_id, timezone, platform, user_agent, created_at)
      values (${newId()}, ${me.id}, ${me.sessionId}, ${device.type}, ${device.visitorId}, ${device.timezone ?? null},
              ${device.platform ?? null}, ${device.userAgent ?? null}, ${app.clock.now()})`);
    await tx.run(sql`update session set visitor_id = ${device.visitorId} where id = ${me.sessionId}`);
    return { status: 'stored', known };
  });
}
