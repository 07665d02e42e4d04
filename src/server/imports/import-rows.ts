import type { App } from '#server/platform/app.ts';
import { areRequestsGenuine } from '#server/platform/approvals/check-approver.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { findPresent, readOpenCurrencies } from './check-rows.ts';
import { createClients, unusablePassword, type NewRow } from './create-clients.ts';
import type { Fault, RowContent } from './read-row.ts';
import { isAsChecked } from './row-mac.ts';
import { forgetRows, type LockedRun } from './run-row.ts';

const batchRows = 500;

/**
 * Imports the next rows of a run, together with how far it has come: a crash leaves all of a batch or none of it.
 * @returns whether it is done
 */
export async function importBatch(app: App, tx: Tx, run: LockedRun): Promise<boolean> {
  if (!(await areRequestsGenuine(tx, app, sql`r.id = ${run.approvalRequestId}`)))
    throw new Error(`the approval of import ${run.id} was changed past the program`);
  const rows = await tx.rows<NewRow & { mac: Buffer | null }>(sql`
    select number, content, content_mac as mac from import_row
    where run_id = ${run.id} and number > ${run.position} and outcome = 'new' order by number limit ${batchRows}`);
  const last = rows.at(-1);
  if (!last) {
    await finish(app, tx, run);
    return true;
  }
  const refused = await faultsNow(app, tx, run, rows);
  const wanted = rows.filter(({ number }) => !refused.has(number));
  const taken = await createClients(app, tx, run, wanted, await unusablePassword());
  for (const number of taken) refused.set(number, { field: 'email', code: 'taken' });
  await store(tx, run.id, rows, refused);
  await tx.run(sql`update import_run set position = ${last.number} where id = ${run.id}`);
  return false;
}

/** What has changed since the check: the row itself, the currency, or who is here. */
async function faultsNow(
  app: App,
  tx: Tx,
  run: LockedRun,
  rows: readonly (NewRow & { mac: Buffer | null })[],
): Promise<Map<number, Fault>> {
  const { imported } = await findPresent(
    tx,
    rows.map(({ content }) => content),
  );
  const open = await readOpenCurrencies(tx);
  const faultOf = (row: NewRow & { mac: Buffer | null }): Fault | undefined => {
    const { outside_id: outsideId, balances }: RowContent = row.content;
    if (!isAsChecked(app.config, run.id, row)) return { field: null, code: 'changed' };
    if (imported.has(outsideId)) return { field: 'outside_id', code: 'taken' };
    return Object.keys(balances).some((currency) => !open.has(currency))
      ? { field: 'balance', code: 'currency_closed' }
      : undefined;
  };
  return new Map(
    rows.flatMap((row) => {
      const fault = faultOf(row);
      return fault ? [[row.number, fault] as const] : [];
    }),
  );
}

const store = (tx: Tx, runId: string, rows: readonly NewRow[], refused: ReadonlyMap<number, Fault>) =>
  tx.run(sql`
    update import_row r set outcome = case when result.fault is null then 'imported' else 'refused' end,
      faults = case when result.fault is null then r.faults else jsonb_build_array(result.fault) end
    from unnest(${rows.map(({ number }) => number)}::int[],
                ${rows.map(({ number }) => (refused.has(number) ? JSON.stringify(refused.get(number)) : null))}::jsonb[])
      as result (number, fault)
    where r.run_id = ${runId} and r.number = result.number`);

async function finish(app: App, tx: Tx, run: LockedRun): Promise<void> {
  const at = app.clock.now();
  await tx.run(sql`
    update import_run set state = 'done', finished_at = ${at}, inviting_since = ${run.mapping?.invite === 'now' ? at : null}
    where id = ${run.id}`);
  await forgetRows(tx, run.id);
}
