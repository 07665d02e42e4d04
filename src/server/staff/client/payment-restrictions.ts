import type { Language } from '#contract/kernel/languages.ts';
import type { RestrictableKind } from '#contract/staff/override-names.ts';
import type { ClientOverrides } from '#contract/staff/overrides.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { readRestriction, formatRestriction, type PaymentRestriction } from '#server/payments/restrictions.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { admit, checkUntil } from './admit.ts';

interface Which {
  client_id: string;
  kinds: RestrictableKind[];
}

/**
 * Restricts payments of one client until a day or until staff lift it; it replaces an earlier restriction of the same
 * payments.
 * @throws Refusal as `staff.restrict_payments` lists them
 */
export async function restrictPayments(
  app: App,
  me: Person,
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
    const versionedCode = await chooseReason(tx, 'payment_restriction', reason);
    for (const kind of kinds) {
      const from = await inWords(tx, { clientId, kind, at });
      await tx.run(sql`
        insert into payment_restriction (client_id, kind, reason, note, until, set_by, set_at)
        values (${clientId}, ${kind}, ${versionedCode}, ${note || null}, ${until}, ${me.id}, ${at})
        on conflict (client_id, kind) do update
        set reason = excluded.reason, note = excluded.note, until = excluded.until, set_by = excluded.set_by, set_at = excluded.set_at`);
      const to = await inWords(tx, { clientId, kind, at });
      const details = {
        kind,
        from,
        to,
        purpose: 'payment_restriction',
        reason_code: versionedCode,
        ...(note && { note }),
      };
      await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'staff.restrict_payments', details });
    }
    await app.outbox.emit(tx, 'clients.payments_restricted', { clientId, kinds, reason: versionedCode, until });
  });
  return { status: 'ok' };
}

/**
 * Lifts restrictions of payments. Those that are not restricted stay as they are.
 * @throws Refusal `http.not_found`, `staff.own_profile`; as `prove`; `staff.not_restricted` when none of them is
 */
export async function liftPaymentRestriction(
  app: App,
  me: Person,
  { client_id: clientId, kinds, reason, ...proof }: Which & Proof & { reason: string },
): Promise<{ status: 'ok' }> {
  await admit(app.db, me, clientId);
  const take = await prove(app, me, proof);
  const at = app.clock.now();
  await app.db.tx(async (tx) => {
    await take(tx);
    await lock(tx, clientId);
    const released: RestrictableKind[] = [];
    for (const kind of kinds) {
      const restriction = await readRestriction(tx, { clientId, kind, at });
      if (!restriction) continue;
      await tx.run(sql`delete from payment_restriction where client_id = ${clientId} and kind = ${kind}`);
      const details = { kind, from: reasonTexts(restriction), to: '–', reason };
      await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'staff.lift_payment_restriction', details });
      released.push(kind);
    }
    if (released.length === 0) throw refuse('staff.not_restricted');
    await app.outbox.emit(tx, 'clients.payments_restriction_lifted', { clientId, kinds: released });
  });
  return { status: 'ok' };
}

/** Serialises with calls that request a payment of the client or move one on. */
const lock = (tx: Tx, clientId: string) => tx.run(sql`select from person where id = ${clientId} for no key update`);

async function inWords(tx: Tx, which: { clientId: string; kind: RestrictableKind; at: Date }): Promise<string> {
  const restriction = await readRestriction(tx, which);
  return restriction ? reasonTexts(restriction) : '–';
}

/** As the audit log stores it. */
const reasonTexts = ({ versionedCode, until }: PaymentRestriction): string =>
  until === null ? versionedCode : `${versionedCode} · ${until}`;

/** A stop as staff see it. */
export const showRestriction = (
  app: App,
  language: Language,
  restriction: PaymentRestriction,
): NonNullable<ClientOverrides['deposit']['restricted']> => ({
  reason: formatRestriction(app, language, restriction),
  note: restriction.note,
  until: restriction.until,
  by: restriction.by,
  at: restriction.at.toISOString(),
});
