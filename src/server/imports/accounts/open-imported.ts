import { tradingCode } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import { writeAuditEach } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openIn } from '#server/trading/open-account.ts';
import { postOpening } from '../opening-balance.ts';
import { runNumber, type LockedRun } from '../run-row.ts';
import type { Fault, NewRow } from '../subject.ts';
import { readOpenCurrencies } from '../judge.ts';
import { findAccounts, findClients, newFaults } from './find-present.ts';
import type { AccountRow } from './read-account.ts';

type Opened = NewRow<AccountRow> & { id: string; accountNumber: bigint; clientId: string; openingMinor: bigint };

/**
 * Opens the accounts of these rows as clients open theirs, and posts what is on them.
 * @returns the faults of rows whose account cannot be opened by now
 */
export async function openImported(
  app: App,
  tx: Tx,
  run: LockedRun,
  rows: readonly NewRow<AccountRow>[],
): Promise<Map<number, Fault>> {
  const contents = rows.map(({ content }) => content);
  await lockClients(tx, contents);
  const clients = await findClients(app, tx, contents);
  const present = await findAccounts(tx, contents);
  const open = await readOpenCurrencies(tx, 'accounts');
  const refused = new Map<number, Fault>();
  const opened: Opened[] = [];
  for (const row of rows) {
    const { account_number: number, outside_id: outsideId, currency, account_name: nickname, balances } = row.content;
    const client = clients.get(outsideId);
    const openingMinor = BigInt(balances[currency] ?? 0);
    const [fault] = newFaults(row.content, client, open);
    if (present.has(number)) refused.set(row.number, { field: 'account_number', code: 'taken' });
    else if (fault) refused.set(row.number, fault);
    else if (client) {
      const clientId = client.id;
      try {
        const account = await openIn(app, tx, clientId, { currency, nickname, openingMinor, field: 'currency' });
        opened.push({ ...row, id: account.id, accountNumber: account.number, clientId, openingMinor });
      } catch (error) {
        // It is refused before anything is written.
        refused.set(row.number, faultOf(error));
      }
    }
  }
  await record(app, tx, run, opened);
  return refused;
}

/** In the order in which every action locks people. */
const lockClients = (tx: Tx, contents: readonly AccountRow[]) =>
  tx.run(sql`
    select from person
    where id in (select client_id from imported_client where outside_id = any(${contents.map((row) => row.outside_id)}::text[]))
    order by id for no key update`);

/** @throws what is not a reason to refuse a row */
function faultOf(error: unknown): Fault {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === 'staff.dealing') return { field: 'outside_id', code: 'not_allowed' };
  const codes = new Set(error.fields['currency']?.map(({ code }) => code));
  if (codes.has('trading.account_limit')) return { field: 'outside_id', code: 'limit' };
  throw error;
}

async function record(app: App, tx: Tx, run: LockedRun, opened: readonly Opened[]): Promise<void> {
  const at = app.clock.now();
  await tx.run(sql`
    insert into imported_account (account_id, outside_id, run_id, row_number, balance, created_at)
    select id, outside_id, ${run.id}, number, balance, ${at}
    from unnest(${opened.map(({ id }) => id)}::uuid[], ${opened.map(({ content }) => content.account_number)}::text[],
                ${opened.map(({ number }) => number)}::int[], ${opened.map(({ openingMinor }) => openingMinor)}::bigint[])
      as fresh (id, outside_id, number, balance)`);
  await postOpening(
    tx,
    run,
    opened.map(({ number, content: { currency }, clientId, accountNumber, openingMinor: minor }) => ({
      number,
      balances: minor === 0n ? [] : [{ account: tradingCode(clientId, String(accountNumber)), currency, minor }],
    })),
    at,
  );
  const details = { import: runNumber(run.number) };
  await writeAuditEach(
    tx,
    app.clock,
    { actorId: run.createdBy, action: 'imports.account', details },
    opened.map(({ clientId }) => clientId),
  );
}
