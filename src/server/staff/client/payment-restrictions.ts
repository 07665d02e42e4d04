import type { Language } from '#contract/languages.ts';
import type { StoppableKind } from '#contract/override-names.ts';
import type { ClientOverrides } from '#contract/staff-overrides.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { readStop, tellStop, type Stop } from '#server/payments/restrictions.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { admit, checkUntil } from './admit.ts';

interface Which {
  client_id: string;
  kinds: StoppableKind[];
}

/**
 * Stops payments of one client until a day or until staff let them go on; what was said of them before is replaced.
 * @throws Refusal as `staff.stop_payments` lists them
 */
export async function stopPayments(
  app: App,
  me: Client,
  body: Which & Proof & { reason: string; note?: string | undefined; until: string | null },
): Promise<{ status: 'ok' }> {
  const { client_id: clientId, kinds, reason, note, until, ...proof } = body;
  await admit(app.db, me, clientId);
  const at = app.clock.now();
  checkUntil(at, until);
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await lock(tx, clientId);
    const kept = await chooseReason(tx, 'payment_stop', reason);
    for (const kind of kinds) {
      const from = await inWords(tx, { clientId, kind, at });
      await tx.run(sql`
        insert into payment_stop (client_id, kind, reason, note, until, set_by, set_at)
        values (${clientId}, ${kind}, ${kept}, ${note || null}, ${until}, ${me.id}, ${at})
        on conflict (client_id, kind) do update
        set reason = excluded.reason, note = excluded.note, until = excluded.until, set_by = excluded.set_by, set_at = excluded.set_at`);
      const to = await inWords(tx, { clientId, kind, at });
      const details = { kind, from, to, purpose: 'payment_stop', reason_code: kept, ...(note && { note }) };
      await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'staff.stop_payments', details });
    }
    await app.outbox.emit(tx, 'clients.payments_stopped', { clientId, kinds, reason: kept, until });
  });
  return { status: 'ok' };
}

/**
 * Lets payments go on that were stopped. One of several that goes on already is left alone.
 * @throws Refusal `http.not_found`, `staff.own_profile`; as `prove`; `staff.not_stopped` when none of them is
 */
export async function releasePayments(
  app: App,
  me: Client,
  { client_id: clientId, kinds, reason, ...proof }: Which & Proof & { reason: string },
): Promise<{ status: 'ok' }> {
  await admit(app.db, me, clientId);
  const take = await prove(app, me, proof);
  const at = app.clock.now();
  await app.db.tx(async (tx) => {
    await take(tx);
    await lock(tx, clientId);
    const released: StoppableKind[] = [];
    for (const kind of kinds) {
      const stop = await readStop(tx, { clientId, kind, at });
      if (!stop) continue;
      await tx.run(sql`delete from payment_stop where client_id = ${clientId} and kind = ${kind}`);
      const details = { kind, from: said(stop), to: '–', reason };
      await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'staff.release_payments', details });
      released.push(kind);
    }
    if (released.length === 0) throw refuse('staff.not_stopped');
    await app.outbox.emit(tx, 'clients.payments_released', { clientId, kinds: released });
  });
  return { status: 'ok' };
}

/** Whoever asks for a payment of his, or moves one on, does so before or after. */
const lock = (tx: Tx, clientId: string) => tx.run(sql`select from client where id = ${clientId} for no key update`);

async function inWords(tx: Tx, which: { clientId: string; kind: StoppableKind; at: Date }): Promise<string> {
  const stop = await readStop(tx, which);
  return stop ? said(stop) : '–';
}

/** As the audit log keeps it. */
const said = ({ kept, until }: Stop): string => (until === null ? kept : `${kept} · ${until}`);

/** A stop as staff see it. */
export const showStop = (
  app: App,
  language: Language,
  stop: Stop,
): NonNullable<ClientOverrides['deposit']['stopped']> => ({
  reason: tellStop(app, language, stop),
  note: stop.note,
  until: stop.until,
  by: stop.by,
  at: stop.at.toISOString(),
});
