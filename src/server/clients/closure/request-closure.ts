import type { z } from 'zod';
import type { closureEndpoints } from '#contract/clients/closure.ts';
import { prove } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';
import { minWithdrawals } from './closure-blockers.ts';
import { lockClosureRequest, showClosureRequest } from './closure-request.ts';

type Input = z.output<(typeof closureEndpoints)['clients.request_closure']['body']>;

const dayMs = 86_400_000;

/**
 * Starts the waiting period, after which the account is closed. Blockers can be settled until then.
 * @throws Refusal `clients.closure_staff`, `clients.closure_remainders`, those of `prove`, `clients.closure_pending`
 */
export async function requestClosure(app: App, me: Person, { reason, gives_up_remainders: givesUp, ...proof }: Input) {
  if (isStaff(me)) throw refuse('clients.closure_staff');
  if (!givesUp) throw refuseField('gives_up_remainders', 'clients.closure_remainders');
  const take = await prove(app, me, proof);
  const requestedAt = app.clock.now();
  const closesAt = new Date(requestedAt.getTime() + app.config.closureDays * dayMs);
  const closureRequest = { id: newId(), reason: reason ?? null, requestedAt, closesAt, isNotified: false };
  await app.db.tx(async (tx) => {
    if (await lockClosureRequest(tx, me.id)) throw refuse('clients.closure_pending');
    await take(tx);
    const min = Object.fromEntries([...(await minWithdrawals(app, tx))].map(([key, value]) => [key, String(value)]));
    await tx.run(sql`
      insert into account_closure (id, client_id, reason, requested_at, closes_at, min_withdrawals)
      values (${closureRequest.id}, ${me.id}, ${closureRequest.reason}, ${requestedAt}, ${closesAt}, ${JSON.stringify(min)}::text::jsonb)`);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: me.id, action: 'clients.request_closure' });
    await app.outbox.emit(tx, 'clients.closure_requested', {
      clientId: me.id,
      closesAt: closesAt.toISOString(),
      at: requestedAt.toISOString(),
    });
  });
  return showClosureRequest(closureRequest);
}
