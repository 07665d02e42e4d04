import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { writeOnce } from '#server/platform/session/program-write.ts';
import { isStaff, owesConsent, type Person } from '#server/platform/session/session.ts';
import { isUndisturbed, openIn } from '../open-account.ts';

/** What programs of the operator do about trading accounts. */
export function tradingPrograms(app: App): void {
  handle(app, 'operator_api.open_account', async (call) => {
    const { client_id: clientId, currency } = call.body;
    const id = await writeOnce(app, 'operator_api.open_account', call, (tx, by) =>
      openForClient(app, tx, by, { clientId, currency }),
    );
    return { number: await numberOf(app.db, id), client_id: clientId, currency };
  });
}

/**
 * Opens an account for a client who could open one now.
 * @throws Refusal `http.not_found`, also for the administrator of the key; `staff.is_staff`, `trading.client_not_ready`,
 * and as `openIn`, on `currency`
 */
async function openForClient(
  app: App,
  tx: Tx,
  by: Actor,
  { clientId, currency }: { clientId: string; currency: string },
): Promise<string> {
  const client = await tx.maybeOne<Pick<Person, 'roles'> & { isReady: boolean }>(sql`
    select c.roles, ${isUndisturbed} and not (${owesConsent(app.clock.now())}) as "isReady"
    from person c where c.id = ${clientId} and c.id <> ${by.id} and c.blocked_at is null for no key update`);
  if (!client) throw notFound();
  if (isStaff(client)) throw refuse('staff.is_staff');
  if (!client.isReady) throw refuse('trading.client_not_ready');
  const { id, number } = await openIn(app, tx, clientId, { currency, field: 'currency' });
  const details = { trading_account: String(number), ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'trading.open_for', details });
  return id;
}

async function numberOf(db: Pick<Tx, 'one'>, id: string): Promise<string> {
  const { number } = await db.one<{ number: string }>(sql`select number::text from trading_account where id = ${id}`);
  return number;
}
