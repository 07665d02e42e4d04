import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handleBytes } from '#server/platform/files/handle-bytes.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';
import { handle } from '#server/platform/http/handle.ts';
import { readerOf } from '#server/platform/http/reader.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { openBankFetch } from './arrivals/fetch-files.ts';
import { listArrivals } from './arrivals/list-arrivals.ts';
import { closeFile, rereadFile } from './arrivals/refused-files.ts';
import { accountsFile, postingsFile, trialBalanceFile } from './book-files.ts';
import { listBookAccounts, listPostings, readTrialBalance } from './books.ts';
import { executeRuns, longestS } from './execute-run.ts';
import { findingsFile, methodsFile, runsFile } from './comparison-files.ts';
import { compareMethods } from './methods.ts';
import { openSeal } from './seal-ledger.ts';
import { listRuns, readRunWithFindings, resolveFinding, startRun } from './runs.ts';
import { compareTotal } from './statement/compare-statement.ts';
import { creditLine, dismissLine } from './statement/decide-line.ts';
import { listCandidates, listLines } from './statement/lines.ts';
import { settleStatements } from './statement/settle-lines.ts';
import { readSummary } from './summary.ts';
import { uploadStatement } from './statement/upload-statement.ts';

/** The books, and how they compare with the platform and the payment methods. */
export function reconciliationRoutes(app: App): void {
  handle(app, 'reconciliation.summary', () => readSummary(app));
  handle(app, 'reconciliation.trial_balance', ({ body }) => readTrialBalance(app, body));
  handle(app, 'reconciliation.trial_balance_file', async ({ me, query, reply }) =>
    sendFile(reply, await trialBalanceFile(app, me, query)),
  );
  handle(app, 'reconciliation.accounts', ({ body }) => listBookAccounts(app, body));
  handle(app, 'reconciliation.accounts_file', async ({ me, query, reply }) =>
    sendFile(reply, await accountsFile(app, me, query)),
  );
  handle(app, 'reconciliation.postings', ({ me, body }) => listPostings(app, me, body));
  handle(app, 'reconciliation.postings_file', async ({ me, query, reply }) =>
    sendFile(reply, await postingsFile(app, me, query)),
  );
  handle(app, 'reconciliation.methods', () => compareMethods(app));
  handle(app, 'reconciliation.methods_file', async ({ me, reply }) => sendFile(reply, await methodsFile(app, me)));
  handle(app, 'reconciliation.runs', ({ body }) => listRuns(app, body));
  handle(app, 'reconciliation.runs_file', async ({ me, query, reply }) =>
    sendFile(reply, await runsFile(app, me, query)),
  );
  handle(app, 'reconciliation.run', ({ body }) => readRunWithFindings(app, body));
  handle(app, 'reconciliation.run_file', async ({ me, query, reply }) =>
    sendFile(reply, await findingsFile(app, me, query)),
  );
  handle(app, 'reconciliation.start', ({ me, body }) => startRun(app, me, body.kind));
  handle(app, 'reconciliation.statement', ({ me, key, body }) => compareTotal(app, me, key, body));
  handleBytes(app, 'reconciliation.upload_statement', ({ me, query }, content) =>
    uploadStatement(app, me, query, content),
  );
  handle(app, 'reconciliation.lines', ({ body }) => listLines(app, body));
  handle(app, 'reconciliation.candidates', ({ body }) => listCandidates(app, body));
  handle(app, 'reconciliation.credit_line', ({ me, key, body }) => creditLine(app, me, key, body));
  handle(app, 'reconciliation.dismiss_line', ({ me, body }) => dismissLine(app, me, body));
  handle(app, 'reconciliation.resolve', ({ me, body }) => resolveFinding(app, me, body));
  handle(app, 'reconciliation.reread', ({ me, body }) => rereadFile(app, me, body));
  handle(app, 'reconciliation.close_file', ({ me, body }) => closeFile(app, me, body));
  handle(app, 'reconciliation.arrivals', ({ request, body }) => listArrivals(app, readerOf(request), body));
  app.waitingWork.add('bank_files', () =>
    app.db.one<Waiting>(sql`select min(read_at) as since from bank_file_arrival where state = 'refused'`),
  );
  // The bank of a demo is on this machine, and a person waits for it.
  app.jobs.every('reconciliation.fetch', app.config.demo ? 5000 : 60_000, openBankFetch(app), longestS);
  app.jobs.every('reconciliation.run', 5000, () => executeRuns(app), longestS);
  app.jobs.every('reconciliation.lines', 2000, () => settleStatements(app), longestS);
  app.jobs.every('reconciliation.seal', 60_000, openSeal(app), longestS);
}
