import { sql } from '#server/platform/db/sql.ts';
import { maxAccounts, openOf } from '#server/trading/open-account.ts';
import { refuseLater, refuseRows } from '../refuse-rows.ts';
import { mappingOf } from '../run-row.ts';
import type { CheckedRow, Fault, Subject } from '../subject.ts';
import { findAccounts, findClients, type Holder, type Present } from './find-present.ts';
import { openImported } from './open-imported.ts';
import { readAccount, type AccountRow } from './read-account.ts';

/** Rows that are trading accounts of clients who were imported before. */
export const importedAccounts: Subject<AccountRow> = {
  async check(app, tx, run, rows) {
    const mapping = mappingOf(run);
    const open = await tx.rows<{ code: string }>(sql`select code from currency where open_for_trading`);
    const currencies = new Set(open.map(({ code }) => code));
    const read = rows.map(({ number, cells }) => ({
      number,
      ...readAccount(cells, run.header.length, mapping, currencies),
    }));
    const contents = read.map(({ content }) => content);
    const [clients, accounts] = [await findClients(app, tx, contents), await findAccounts(tx, contents)];
    return read.map((row) => judge(row, clients, accounts));
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

interface Read {
  number: number;
  content: Partial<AccountRow>;
  faults: Fault[];
}

function judge(
  { number, content, faults }: Read,
  clients: ReadonlyMap<string, Holder>,
  accounts: ReadonlyMap<string, Present>,
): CheckedRow {
  const what = { number, outsideId: content.account_number ?? null };
  const refused = (found: Fault[]): CheckedRow => ({ ...what, outcome: 'refused', content: null, faults: found });
  const holder = clients.get(content.outside_id ?? '');
  if (content.outside_id !== undefined && !holder) faults.push({ field: 'outside_id', code: 'unknown' });
  if (faults.length > 0) return refused(faults);
  const row = content as AccountRow;
  const present = accounts.get(row.account_number);
  if (present) {
    const differences = differencesOf(row, present);
    return { ...what, outcome: differences.length > 0 ? 'differs' : 'same', content: null, faults: differences };
  }
  if (!holder?.isAllowed) return refused([{ field: 'outside_id', code: 'not_allowed' }]);
  return { ...what, outcome: 'new', content: row, faults: [] };
}

/** The client may have given the account another name here: that is no difference. */
function differencesOf(row: AccountRow, present: Present): Fault[] {
  const fields = (['outside_id', 'currency'] as const).filter((field) => row[field] !== present[field]);
  const isSame = (row.balances[row.currency] ?? '0') === present.balance;
  return [...fields, ...(isSame ? [] : (['balance'] as const))].map((field) => ({ field, code: 'differs' }));
}
