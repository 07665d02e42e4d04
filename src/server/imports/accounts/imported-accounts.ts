import { sql } from '#server/platform/db/sql.ts';
import { maxAccounts, openOf } from '#server/trading/open-account.ts';
import { judge, readOpenCurrencies, type ReadRow } from '../judge.ts';
import { refuseLater, refuseRows } from '../refuse-rows.ts';
import { mappingOf } from '../run-row.ts';
import type { CheckedRow, Subject } from '../subject.ts';
import { findAccounts, findClients, newFaults, type Holder, type Present } from './find-present.ts';
import { openImported } from './open-imported.ts';
import { readAccount, type AccountRow } from './read-account.ts';

/** Rows that are trading accounts of clients who were imported before. */
export const importedAccounts: Subject<AccountRow> = {
  async check(app, tx, run, rows) {
    const mapping = mappingOf(run);
    const read = rows.map(({ number, cells }) => ({ number, ...readAccount(cells, run.header.length, mapping) }));
    const contents = read.map(({ content }) => content);
    const [clients, accounts] = [await findClients(app, tx, contents), await findAccounts(tx, contents)];
    const open = await readOpenCurrencies(tx, 'accounts');
    return read.map((row) => judgeAccount(row, { clients, accounts, open }));
  },
  /** Of rows with one number the first counts, and of a client's rows as many as they may have accounts. */
  async checkTogether(app, tx, run) {
    await refuseLater(tx, run.id, 'account_number', sql`outside_id`);
    const beyond = await tx.rows<{ number: number }>(sql`
      select asked.number
      from (select n.number, n.content ->> 'outside_id' as outside_id,
                   row_number() over (partition by n.content ->> 'outside_id' order by n.number) as place
            from import_row n where n.run_id = ${run.id} and n.outcome = 'new') asked
      join imported_client i on i.outside_id = asked.outside_id
      where asked.place + ${openOf(sql`i.client_id`)} > ${maxAccounts(app, sql`i.client_id`)}`);
    await refuseRows(tx, run.id, beyond, { field: 'outside_id', code: 'limit' });
  },
  create: openImported,
};

interface Found {
  clients: ReadonlyMap<string, Holder>;
  accounts: ReadonlyMap<string, Present>;
  open: ReadonlySet<string>;
}

/** The client may have given the account another name here: that is no difference. */
function judgeAccount(
  { number, content, faults }: ReadRow<AccountRow>,
  { clients, accounts, open }: Found,
): CheckedRow {
  const { outside_id: outsideId, account_number: accountNumber } = content;
  const holder = clients.get(outsideId ?? '');
  const isUnknown = outsideId !== undefined && !holder;
  return judge<AccountRow, 'outside_id' | 'currency'>(
    { number, content, faults: isUnknown ? [...faults, { field: 'outside_id', code: 'unknown' }] : faults },
    {
      about: { outsideId: accountNumber ?? null },
      presentOf: (row) => accounts.get(row.account_number),
      compared: ['outside_id', 'currency'],
      newFaults: (row) => newFaults(row, holder, open),
    },
  );
}
