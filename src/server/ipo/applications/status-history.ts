import type { ApplicationState } from '#contract/ipo/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

interface StatusChange {
  applicationId: string;
  clientId: string;
  state: ApplicationState;
  /** The quantity from now on. */
  quantity: number;
  by: 'client' | 'system';
}

/** Adds to the status history of an application and emits the event. */
export async function recordStatus({ clock, outbox }: App, tx: Tx, step: StatusChange): Promise<void> {
  const { applicationId, clientId, state, quantity, by } = step;
  await tx.run(sql`
    insert into ipo_application_status_history (id, application_id, client_id, state, quantity, by_kind, by_id, at)
    values (${newId()}, ${applicationId}, ${clientId}, ${state}, ${quantity}, ${by}, ${by === 'client' ? clientId : null}, ${clock.now()})`);
  await outbox.emit(tx, 'ipo.application_changed', { clientId, applicationId, state });
}
