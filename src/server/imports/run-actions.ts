import type { ImportMapping } from '#contract/imports/endpoints.ts';
import { fieldsOf, requiredFields, type ImportField } from '#contract/imports/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { allowLongStatements, findLocked, endRun, lockRun, runNumber, type LockedRun } from './run-row.ts';
import { readDocumentTypes } from './documents/files.ts';
import { readMovementTotals } from './history/totals.ts';
import { readLargest, readLevels, readTotals } from './totals.ts';

const done = { status: 'ok' } as const;

/**
 * Begins to check every row, also once more with other columns.
 * @throws Refusal `http.not_found`, `imports.state`, `imports.mapping`
 */
export async function startCheck(
  app: App,
  me: Person,
  { run_id: id, mapping }: { run_id: string; mapping: ImportMapping },
) {
  await app.db.tx(async (tx) => {
    const run = await lockRun(tx, id, ['uploaded', 'checked']);
    if (!isWhole(mapping, run)) throw refuse('imports.mapping');
    await tx.run(sql`
      update import_run set state = 'checking', position = 0, checked_at = ${app.clock.now()}, mapping = ${JSON.stringify(mapping)} where id = ${id}`);
    await allowLongStatements(tx);
    await tx.run(sql`
      update import_row set outcome = null, outside_id = null, email = null, content = null, content_mac = null, faults = '[]'
      where run_id = ${id} and outcome is not null`);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'imports.check',
      details: { import: runNumber(run.number) },
    });
  });
  app.jobs.wake();
  return done;
}

/**
 * Whether each required field has a column, and no column or field is given twice; a balance of clients once for each
 * currency.
 */
function isWhole({ columns }: ImportMapping, { subject, header }: LockedRun): boolean {
  const allowed: readonly ImportField[] = fieldsOf[subject];
  const fields = columns.map(({ field, currency }) => (currency === undefined ? field : `${field} ${currency}`));
  const positions = columns.map(({ column }) => column);
  return (
    requiredFields[subject].every((field) => fields.includes(field)) &&
    new Set(fields).size === fields.length &&
    new Set(positions).size === positions.length &&
    positions.every((position) => position < header.length) &&
    columns.every(({ field }) => allowed.includes(field)) &&
    columns.every(({ field, currency }) => (subject === 'clients' && field === 'balance') === (currency !== undefined))
  );
}

/**
 * Asks a second person to have what is new created.
 * @throws Refusal `http.not_found`, `imports.state`, `imports.nothing_new`, `approvals.request_open`
 */
export async function requestImport(app: App, me: Person, { run_id: id, reason }: { run_id: string; reason: string }) {
  await app.db.tx(async (tx) => {
    const run = await lockRun(tx, id, ['checked']);
    const levels = await readLevels(tx, id);
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*)::int as count from import_row where run_id = ${id} and outcome = 'new'`);
    if (count === 0) throw refuse('imports.nothing_new');
    const totals = (await readTotals(tx, id)).map(({ currency, amount }) => ({
      currency,
      amount: toDecimal(amount, currency),
    }));
    const name = runNumber(run.number);
    const value = {
      name,
      file: run.name,
      [run.subject]: count,
      levels,
      totals,
      largest: await readLargest(tx, id),
      movements: await readMovementTotals(tx, id),
      document_types: await readDocumentTypes(tx, id),
      sha256: run.sha256.toString('hex'),
      checked_at: run.checkedAt?.toISOString(),
    };
    await requestApproval(app, tx, me, {
      subject: { kind: 'import', key: id, clientId: null },
      was: sql`'null'::jsonb`,
      value: sql`${JSON.stringify(value)}::jsonb`,
      reason,
      details: {
        about: 'import',
        import: name,
        lines: String(count),
        amount: totals.map(({ currency, amount }) => `${amount} ${currency}`).join(', '),
      },
    });
  });
  return done;
}

/** Begins the import that two people have agreed on, unless it was checked again since. */
export const importApproval = (app: App): ApprovalHandler => ({
  async lock(tx, { key }) {
    await tx.run(sql`select from import_run where id::text = ${key} for update`);
  },
  async apply(tx, me, { id: requestId, subject, value, reason, author, mark }) {
    const run = await findLocked(tx, subject.key ?? '');
    const { checked_at: checkedAt, name } = value as { checked_at: string; name: string };
    if (run?.state !== 'checked' || run.checkedAt?.toISOString() !== checkedAt) throw refuse('approvals.outdated');
    await tx.run(sql`
      update import_run set state = 'importing', position = 0, approval_request_id = ${requestId} where id = ${run.id}`);
    const details = { import: name, reason, proposed_by: author, ...mark };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'imports.approve', details });
  },
  async settled() {
    app.jobs.wake();
    await Promise.resolve();
  },
});

/**
 * Gives an import up. One that has begun, and may fail again and again, ends as it stands: what was imported stays.
 * @throws Refusal `http.not_found`, `imports.state`
 */
export async function endImport(app: App, me: Person, id: string) {
  await app.db.tx(async (tx) => {
    const run = await lockRun(tx, id, ['uploaded', 'checking', 'checked', 'importing']);
    await endRun(tx, id, { state: run.state === 'importing' ? 'done' : 'ended', at: app.clock.now() });
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'imports.end',
      details: { import: runNumber(run.number) },
    });
  });
  return done;
}

/** @throws Refusal `http.not_found`, `imports.state` */
export async function startInvitations(app: App, me: Person, id: string) {
  await app.db.tx(async (tx) => {
    const run = await lockRun(tx, id, ['done']);
    if (run.subject !== 'clients') throw refuse('imports.state');
    await tx.run(sql`
      update import_run set inviting_since = coalesce(inviting_since, ${app.clock.now()}) where id = ${id}`);
    const details = { import: runNumber(run.number) };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'imports.invite', details });
  });
  app.jobs.wake();
  return done;
}
