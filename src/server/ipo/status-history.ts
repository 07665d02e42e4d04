import type { ApplicationState } from '#contract/ipo-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

interface Step {
  applicationId: string;
  clientId: string;
  state: ApplicationState;
  /** What counts from now on. */
  quantity: number;
  by: 'client' | 'system';
}

/** Writes down what happened to an application and tells of it. */
export async function writeStep({ clock, outbox }: App, tx: Tx, step: Step): Promise<void> {
  const { applicationId, clientId, state, quantity, by } = step;
  await tx.run(sql`
    insert into ipo_application_step (id, application_id, client_id, state, quantity, by_kind, by_id, at)
    values (${newId()}, ${applicationId}, ${clientId}, ${state}, ${quantity}, ${by}, ${by === 'client' ? clientId : null}, ${clock.now()})`);
  await outbox.emit(tx, 'ipo.application_changed', { clientId, applicationId, state });
}
