import { unusablePassword } from '#server/auth/password-hash.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { findPresent, readOpenCurrencies } from './check-rows.ts';
import { createClients, type NewRow } from './create-clients.ts';
import type { Fault } from './read-row.ts';
import { isAsChecked, type Check } from './row-mac.ts';
import { endRun, type LockedRun } from './run-row.ts';

const batchRows = 500;

/** Imports the next rows of a run, together with how far it has come: a crash leaves all of a batch or none of it. */
export async function importBatch(app: App, tx: Tx, run: LockedRun): Promise<void> {
  const check = await readApprovedCheck(app, tx, run);
  const rows = await tx.rows<NewRow & { mac: Buffer | null }>(sql`
    select number, content, content_mac as mac from import_row
    where run_id = ${run.id} and number > ${run.position} and outcome = 'new' order by number limit ${batchRows}`);
  const last = rows.at(-1);
  if (!last) {
    const at = app.clock.now();
    await endRun(tx, run.id, { state: 'done', at, invitingSince: run.mapping?.invite === 'now' ? at : null });
    return;
  }
  const refused = await faultsNow(app, tx, check, rows);
  const wanted = rows.filter(({ number }) => !refused.has(number));
  const taken = await createClients(app, tx, run, wanted, await unusablePassword());
  for (const number of taken) refused.set(number, { field: 'email', code: 'taken' });
  await store(tx, run.id, rows, refused);
  await tx.run(sql`update import_run set position = ${last.number} where id = ${run.id}`);
}

/** The check on which two people have agreed. @throws Error where they have not, or their request was changed */
async function readApprovedCheck(app: App, tx: Tx, run: LockedRun): Promise<Check> {
  const request = await tx.maybeOne<RowMac & { id: string; checkedAt: string }>(sql`
    select r.id, r.value ->> 'checked_at' as "checkedAt", ${macColumns('approval_request')} from approval_request r
    where r.id = ${run.approvalRequestId} and r.kind = 'import' and r.key = ${run.id} and r.state = 'approved'`);
  if (!request || !isGenuine(app, 'approval_request', request.id, request))
    throw new Error(`the approval of import ${run.id} was changed past the program`);
  return { runId: run.id, at: request.checkedAt };
}

type MarkedRow = NewRow & { mac: Buffer | null };

/** What has changed since the check: the row itself, the currency, or who is here. */
async function faultsNow(app: App, tx: Tx, check: Check, rows: readonly MarkedRow[]): Promise<Map<number, Fault>> {
  const genuine = new Set(rows.filter((row) => isAsChecked(app.config, check, row)));
  const { imported } = await findPresent(
    tx,
    [...genuine].map(({ content }) => content),
  );
  const open = await readOpenCurrencies(tx);
  const faultOf = (row: MarkedRow): Fault | undefined => {
    if (!genuine.has(row)) return { field: null, code: 'changed' };
    const { outside_id: outsideId, balances } = row.content;
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
