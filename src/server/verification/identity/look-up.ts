import type { App } from '#server/platform/app.ts';
import type { EventHandler } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { checkColumns, firstLookMs, type CheckRow, type Identifier } from './check-row.ts';
import { recordResult } from './record-result.ts';

/** Asks the provider where a check stands. @throws Error when it does not say, or staff review the case */
async function lookUp(app: App, identifier: Identifier, check: CheckRow): Promise<void> {
  const { asked } = await app.db.one<{ asked: number }>(sql`
    update verification_check set asked = asked + 1 where id = ${check.id} returning asked`);
  const { port } = identifier;
  const { applicantId, clientId } = check;
  const found = applicantId === null ? await port.find(clientId) : await port.read(applicantId);
  if (found.kind !== 'done')
    throw new Error(`the provider did not say: ${found.kind === 'unknown' ? found.detail : found.text}`);
  // Its beginning never reached the provider: nothing has happened.
  if (found.value === null && applicantId === null) return;
  await recordResult(app, identifier, { ...check, asked }, found.value);
}

/** Then the client has given up; an event still counts. */
const givenUpDays = 30;
const dayMs = 86_400_000;

/** Looks at checks about which no event has come: hourly at first, then after a quarter of their age. */
export async function lookUpChecks(app: App): Promise<void> {
  const now = app.clock.now();
  const due = await app.db.rows<CheckRow & { begunAt: Date }>(sql`
    select ${checkColumns}, k.begun_at as "begunAt" from verification_check k
    where k.state in ('begun', 'waiting', 'review') and k.next_look_at <= ${now}
      and k.begun_at > ${new Date(now.getTime() - givenUpDays * dayMs)}
    order by k.next_look_at limit 50`);
  for (const { begunAt, ...check } of due) {
    const pauseMs = Math.max(firstLookMs, (now.getTime() - begunAt.getTime()) / 4);
    await app.db.run(sql`
      update verification_check set next_look_at = ${new Date(now.getTime() + pauseMs)} where id = ${check.id}`);
    const identifier = await app.connections.openOne('identity', check.connectionId);
    if (!identifier) continue;
    await lookUp(app, identifier, check).catch((error: unknown) =>
      app.log.warn({ err: error, check: check.id }, 'a check of identity was not looked up'),
    );
  }
}

/** An event only says that something may have changed: what counts is what the provider says when it is asked. */
export const onIdentityEvent =
  (app: App): EventHandler<'identity'> =>
  async ({ connectionId, subject, ref }, identifier) => {
    const check = await app.db.maybeOne<CheckRow>(sql`
      select ${checkColumns} from verification_check k
      where k.connection_id = ${connectionId} and (k.applicant_id = ${subject} or k.applicant_id is null and k.client_id::text = ${ref})`);
    if (!check) return 'ignored';
    await lookUp(app, identifier, check);
    return 'done';
  };
