import type { MethodLine, ReconciliationFinding, ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import type { RunKind } from '#contract/reconciliation/names.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { compareMethods } from './methods.ts';
import { listRuns, readRun, readRunWithFindings, type FindingsQuery } from './runs.ts';

const ofMethod: Columns<MethodLine> = {
  method: ({ method }) => method,
  direction: ({ direction }) => direction,
  currency: ({ currency }) => currency,
  ledger: ({ ledger }) => ({ number: ledger }),
  without_payment: (line) => ({ number: line.without_payment }),
  payments: ({ payments }) => ({ number: payments }),
  count: ({ count }) => count,
  difference: ({ difference }) => ({ number: difference }),
};

/** The accounts of each payment method compared with payments, as a file. */
export const methodsFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'payment-methods',
    action: 'reconciliation.methods_file',
    filter: {},
    columns: ofMethod,
    read: async () => (await compareMethods(app)).lines,
  });

const ofRun: Columns<ReconciliationRun> = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  name: ({ name }) => name,
  method: ({ method }) => method,
  from: ({ from }) => from,
  to: ({ to }) => to,
  requested_by: (run) => run.requested_by,
  requested_utc: (run) => run.requested_at,
  finished_utc: (run) => run.finished_at,
  results: ({ results }) => results.map(({ result, count }) => `${result} ${count}`).join('; '),
  open: ({ open }) => open,
  failure: ({ failure }) => failure,
};

/** Comparisons of one kind as a file. */
export const runsFile = (app: App, me: Person, filter: { kind: RunKind }): Promise<FileResponse> =>
  listFile(app, me, {
    name: `reconciliations-${filter.kind}`,
    action: 'reconciliation.runs_file',
    filter,
    columns: ofRun,
    read: async (limit) => (await listRuns(app, { ...filter, limit })).runs,
  });

const ofFinding: Columns<ReconciliationFinding> = {
  result: ({ result }) => result,
  reference: ({ reference, rule }) => reference ?? rule,
  date: ({ on }) => on,
  currency: ({ currency }) => currency,
  here: ({ here }) => ({ number: here }),
  there: ({ there }) => ({ number: there }),
  difference: ({ difference }) => ({ number: difference }),
  payment: ({ payment }) => payment?.number ?? null,
  trading_account: (finding) => finding.trading_account_id,
  client: ({ client }) => client?.name ?? null,
  note: ({ note, why }) => note?.text ?? why,
};

/** What one comparison found, as a file. @throws Refusal `http.not_found` */
export async function findingsFile(app: App, me: Person, filter: FindingsQuery): Promise<FileResponse> {
  const { kind } = await readRun(app, filter.run_id);
  return listFile(app, me, {
    name: `reconciliation-${kind}`,
    action: 'reconciliation.export',
    filter: { kind, ...filter },
    columns: ofFinding,
    read: async (limit) => (await readRunWithFindings(app, { ...filter, limit })).findings,
  });
}
