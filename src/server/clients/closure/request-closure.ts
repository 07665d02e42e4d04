import type { z } from 'zod';
import type { closingEndpoints } from '#contract/closure.ts';
import { prove } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { isStaff, type Client } from '#server/platform/session.ts';
import { leastWithdrawals } from './closure-blockers.ts';
import { lockWish, showWish } from './closure-request.ts';

type Asking = z.output<(typeof closingEndpoints)['clients.ask_closing']['body']>;

const dayMs = 86_400_000;

/**
 * Begins the days after which the account is closed. What stands in the way may still be settled meanwhile.
 * @throws Refusal `clients.closing_staff`, `clients.closing_remainders`, those of `prove`, `clients.closing`
 */
export async function askClosing(app: App, me: Client, { reason, gives_up_remainders: givesUp, ...proof }: Asking) {
  if (isStaff(me)) throw refuse('clients.closing_staff');
  if (!givesUp) throw refuseField('gives_up_remainders', 'clients.closing_remainders');
  const take = await prove(app, me, proof);
  const askedAt = app.clock.now();
  const closesAt = new Date(askedAt.getTime() + app.config.closingDays * dayMs);
  const wish = { id: newId(), reason: reason ?? null, askedAt, closesAt, isTold: false };
  await app.db.tx(async (tx) => {
    if (await lockWish(tx, me.id)) throw refuse('clients.closing');
    await take(tx);
    const least = Object.fromEntries(
      [...(await leastWithdrawals(app, tx))].map(([key, value]) => [key, String(value)]),
    );
    await tx.run(sql`
      insert into account_closing (id, client_id, reason, asked_at, closes_at, least_withdrawals)
      values (${wish.id}, ${me.id}, ${wish.reason}, ${askedAt}, ${closesAt}, ${JSON.stringify(least)}::text::jsonb)`);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: me.id, act: 'clients.ask_closing' });
    await app.outbox.emit(tx, 'clients.closing_asked', {
      clientId: me.id,
      closesAt: closesAt.toISOString(),
      at: askedAt.toISOString(),
    });
  });
  return showWish(wish);
}
