import { unusablePassword } from '#server/auth/password-hash.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseLater } from '../refuse-rows.ts';
import { closedFaults, judge, readOpenCurrencies, type ReadRow } from '../judge.ts';
import { mappingOf } from '../run-row.ts';
import type { CheckedRow, Fault, NewRow, Subject } from '../subject.ts';
import { createClients, mayManage } from './create-clients.ts';
import { readClient, type ClientRow } from './read-client.ts';

/** Rows that are clients. */
export const importedClients: Subject<ClientRow> = {
  async check(app, tx, run, rows) {
    const mapping = mappingOf(run);
    const { brandNamed } = app.settings;
    const read = rows.map(({ number, cells }) => ({
      number,
      ...readClient(cells, run.header.length, mapping, brandNamed),
    }));
    const found = await findPresent(
      tx,
      read.map(({ content }) => content),
    );
    const open = await readOpenCurrencies(tx, 'clients');
    return read.map((row) => judgeClient(row, found, open));
  },
  /** Of rows with one number or one email address the first counts. */
  async checkTogether(_, tx, run) {
    await refuseLater(tx, run.id, 'outside_id', sql`outside_id`);
    await refuseLater(tx, run.id, 'email', sql`email`);
  },
  async create(app, tx, run, rows) {
    const refused = await faultsNow(tx, rows);
    const wanted = rows.filter(({ number }) => !refused.has(number));
    const taken = await createClients(app, tx, run, wanted, await unusablePassword());
    for (const number of taken) refused.set(number, { field: 'email', code: 'taken' });
    return refused;
  },
};

/** What has changed since the check: the currency, or who is here. */
async function faultsNow(tx: Tx, rows: readonly NewRow<ClientRow>[]): Promise<Map<number, Fault>> {
  const { imported } = await findPresent(
    tx,
    rows.map(({ content }) => content),
  );
  const open = await readOpenCurrencies(tx, 'clients');
  const faultOf = ({ outside_id: outsideId, balances }: ClientRow): Fault | undefined =>
    imported.has(outsideId)
      ? { field: 'outside_id', code: 'taken' }
      : closedFaults('balance', Object.keys(balances), open)[0];
  return new Map(
    rows.flatMap(({ number, content }) => {
      const fault = faultOf(content);
      return fault ? [[number, fault] as const] : [];
    }),
  );
}

const compared = ['email', 'first_name', 'second_name', 'country', 'phone'] as const;

type Present = Pick<ClientRow, (typeof compared)[number] | 'balances'>;

interface Found {
  /** Clients who were imported before, by their number in the other system. */
  imported: Map<string, Present>;
  emails: Set<string>;
  managers: Set<string>;
}

async function findPresent(tx: Tx, contents: readonly Partial<ClientRow>[]): Promise<Found> {
  const of = (pick: (content: Partial<ClientRow>) => string | null | undefined) =>
    contents.flatMap((content) => pick(content) ?? []);
  const imported = await tx.rows<Present & { outsideId: string }>(sql`
    select i.outside_id as "outsideId", c.email, c.first_name, c.second_name, c.country, c.phone, i.balances
    from imported_client i join person c on c.id = i.client_id
    where i.outside_id = any(${of(({ outside_id: id }) => id)}::text[])`);
  const emails = await tx.rows<{ email: string }>(sql`
    select email from person where email = any(${of(({ email }) => email)}::text[])`);
  const managers = await tx.rows<{ email: string }>(sql`
    select email from person
    where email = any(${[...new Set(of(({ manager }) => manager))]}::text[]) and ${mayManage}`);
  return {
    imported: new Map(imported.map(({ outsideId, ...present }) => [outsideId, present])),
    emails: new Set(emails.map(({ email }) => email)),
    managers: new Set(managers.map(({ email }) => email)),
  };
}

function judgeClient(
  read: ReadRow<ClientRow>,
  { imported, emails, managers }: Found,
  open: ReadonlySet<string>,
): CheckedRow {
  return judge(read, {
    about: { outsideId: read.content.outside_id ?? null, email: read.content.email ?? null },
    presentOf: (row) => imported.get(row.outside_id),
    compared,
    newFaults: ({ email, manager, balances }) => [
      ...(emails.has(email) ? [{ field: 'email', code: 'taken' } as const] : []),
      ...(manager !== null && !managers.has(manager) ? [{ field: 'manager', code: 'unknown' } as const] : []),
      ...closedFaults('balance', Object.keys(balances), open),
    ],
  });
}
