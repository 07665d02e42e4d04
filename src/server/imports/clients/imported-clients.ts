import { unusablePassword } from '#server/auth/password-hash.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseLater } from '../refuse-rows.ts';
import { mappingOf } from '../run-row.ts';
import type { CheckedRow, Fault, NewRow, Subject } from '../subject.ts';
import { createClients, mayManage } from './create-clients.ts';
import { readClient, type ClientRow, type Known } from './read-client.ts';

/** Rows that are clients. */
export const importedClients: Subject<ClientRow> = {
  async check(app, tx, run, rows) {
    const mapping = mappingOf(run);
    const known: Known = { openCurrencies: await readOpenCurrencies(tx), brandNamed: app.settings.brandNamed };
    const read = rows.map(({ number, cells }) => ({ number, ...readClient(cells, run.header.length, mapping, known) }));
    const found = await findPresent(
      tx,
      read.map(({ content }) => content),
    );
    return read.map((row) => judge(row, found));
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
  const open = await readOpenCurrencies(tx);
  const faultOf = ({ outside_id: outsideId, balances }: ClientRow): Fault | undefined => {
    if (imported.has(outsideId)) return { field: 'outside_id', code: 'taken' };
    return Object.keys(balances).some((currency) => !open.has(currency))
      ? { field: 'balance', code: 'currency_closed' }
      : undefined;
  };
  return new Map(
    rows.flatMap(({ number, content }) => {
      const fault = faultOf(content);
      return fault ? [[number, fault] as const] : [];
    }),
  );
}

async function readOpenCurrencies(tx: Tx): Promise<Set<string>> {
  const open = await tx.rows<{ code: string }>(sql`select code from currency where open_for_wallets`);
  return new Set(open.map(({ code }) => code));
}

type Present = Pick<ClientRow, 'email' | 'first_name' | 'second_name' | 'country' | 'phone' | 'balances'>;

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

interface Read {
  number: number;
  content: Partial<ClientRow>;
  faults: Fault[];
}

function judge({ number, content, faults }: Read, { imported, emails, managers }: Found): CheckedRow {
  const who = { number, outsideId: content.outside_id ?? null, email: content.email ?? null };
  const refused = (found: Fault[]): CheckedRow => ({ ...who, outcome: 'refused', content: null, faults: found });
  if (faults.length > 0) return refused(faults);
  const row = content as ClientRow;
  const present = imported.get(row.outside_id);
  if (present) {
    const differences = differencesOf(row, present);
    return { ...who, outcome: differences.length > 0 ? 'differs' : 'same', content: null, faults: differences };
  }
  const against: Fault[] = [];
  if (emails.has(row.email)) against.push({ field: 'email', code: 'taken' });
  if (row.manager !== null && !managers.has(row.manager)) against.push({ field: 'manager', code: 'unknown' });
  return against.length > 0 ? refused(against) : { ...who, outcome: 'new', content: row, faults: [] };
}

const compared = ['email', 'first_name', 'second_name', 'country', 'phone'] as const;

/** The client is what they are here: a row that says something else is reported and changes nothing. */
function differencesOf(row: ClientRow, present: Present): Fault[] {
  const fields = compared.filter((field) => row[field] !== present[field]);
  const currencies = [...new Set([...Object.keys(row.balances), ...Object.keys(present.balances)])];
  const isSame = currencies.every((currency) => row.balances[currency] === present.balances[currency]);
  return [...fields, ...(isSame ? [] : (['balance'] as const))].map((field) => ({ field, code: 'differs' }));
}
