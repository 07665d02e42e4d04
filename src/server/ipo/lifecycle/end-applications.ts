import type { ApplicationState } from '#contract/ipo/names.ts';
import { resolveHolds } from '#server/ledger/resolve-holds.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

/** An application that holds money. The caller has its row locked. */
export interface Held {
  id: string;
  clientId: string;
  holdId: string;
  quantity: number;
}

/** How it ends, and by whom: by the product itself unless `by` is given. */
export interface Ending {
  state: Extract<ApplicationState, 'cancelled' | 'rejected'>;
  /** One of the product’s reasons, or one of the catalogue. */
  reason: string;
  by?: { kind: 'client' | 'staff'; id: string };
  /** How the ledger names the end of their holds: `released` unless given. */
  holds?: 'released' | 'expired';
}

/**
 * Ends applications without shares and releases everything that they hold.
 * @throws Refusal `ledger.hold_ended` when a hold has ended already
 */
export async function endApplications(app: App, tx: Tx, applications: readonly Held[], ending: Ending): Promise<void> {
  const { state, reason, by, holds } = ending;
  const at = app.clock.now();
  const resolved = resolveHolds(
    tx,
    applications.map(({ id, holdId }) => ({
      holdId,
      context: {
        scope: `ipo-application:${id}`,
        key: 'release',
        kind: 'release',
        at,
        reference: { type: 'ipo_application', id },
        ...(by ? { actorId: by.id } : {}),
      },
      to: [],
    })),
    holds,
  );
  const ended = tx.run(sql`
    update ipo_application
    set state = ${state}, reason = ${reason}, cost_minor = 0, fee_minor = 0, released_minor = held_minor, updated_at = ${at}
    where id = any(${applications.map(({ id }) => id)}::uuid[])`);
  await Promise.all([resolved, ended, recordStatuses(tx, applications, { state, at, ...(by ? { by } : {}) })]);
  const events = applications.map(({ id, clientId }) => ({ applicationId: id, clientId, state }));
  const [only, ...others] = events;
  if (only && others.length === 0) await app.outbox.emit(tx, 'ipo.application_changed', only);
  else await app.outbox.emitEach(tx, 'ipo.application_changed', events);
}

/** Adds to the status history of applications, with the quantity that counts from then on. */
export async function recordStatuses(
  tx: Tx,
  applications: readonly Pick<Held, 'id' | 'clientId' | 'quantity'>[],
  { state, at, by }: { state: ApplicationState; at: Date; by?: { kind: 'client' | 'staff'; id: string } },
): Promise<void> {
  await tx.run(sql`
    insert into ipo_application_status_history (id, application_id, client_id, state, quantity, by_kind, by_id, at)
    select d.step, d.id, d.client_id, ${state}, d.quantity, ${by?.kind ?? 'system'}, ${by?.id ?? null}, ${at}
    from unnest(${applications.map(() => newId())}::uuid[], ${applications.map(({ id }) => id)}::uuid[],
                ${applications.map(({ clientId }) => clientId)}::uuid[], ${applications.map(({ quantity }) => quantity)}::int[])
      d (step, id, client_id, quantity)`);
}
