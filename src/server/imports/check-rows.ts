import type { RowOutcome } from '#contract/imports/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { readRow, type Fault, type Known, type RowContent } from './read-row.ts';
import { macOfRow, rowText, type Check } from './row-mac.ts';
import { allowLongStatements, type LockedRun } from './run-row.ts';

const batchRows = 1000;

/** Of a person: whether clients may be given to them. */
export const mayManage = sql`roles && array['support', 'compliance', 'finance', 'admin'] and blocked_at is null`;

interface Checked {
  number: number;
  outcome: RowOutcome;
  outsideId: string | null;
  email: string | null;
  content: RowContent | null;
  faults: Fault[];
}

/** Checks the next rows of a run, and after the last one what rows say against each other. */
export async function checkBatch(app: App, tx: Tx, run: LockedRun): Promise<void> {
  const { mapping, checkedAt } = run;
  if (!mapping || !checkedAt) throw new Error(`import ${run.id} is checked without a mapping`);
  const rows = await tx.rows<{ number: number; cells: string[] }>(sql`
    select number, cells from import_row where run_id = ${run.id} and number > ${run.position} order by number limit ${batchRows}`);
  const last = rows.at(-1);
  if (!last) {
    await refuseRepeated(tx, run.id);
    await tx.run(sql`update import_run set state = 'checked' where id = ${run.id}`);
    return;
  }
  const known: Known = { openCurrencies: await readOpenCurrencies(tx), brandNamed: app.settings.brandNamed };
  const read = rows.map(({ number, cells }) => ({ number, ...readRow(cells, run.header.length, mapping, known) }));
  const found = await findPresent(
    tx,
    read.map(({ content }) => content),
  );
  await store(
    app,
    tx,
    { runId: run.id, at: checkedAt.toISOString() },
    read.map((row) => judge(row, found)),
  );
  await tx.run(sql`update import_run set position = ${last.number} where id = ${run.id}`);
}

export async function readOpenCurrencies(tx: Tx): Promise<Set<string>> {
  const open = await tx.rows<{ code: string }>(sql`select code from currency where open_for_wallets`);
  return new Set(open.map(({ code }) => code));
}

type Present = Pick<RowContent, 'email' | 'first_name' | 'second_name' | 'country' | 'phone' | 'balances'>;

interface Found {
  /** Clients who were imported before, by their number in the other system. */
  imported: Map<string, Present>;
  emails: Set<string>;
  managers: Set<string>;
}

export async function findPresent(tx: Tx, contents: readonly Partial<RowContent>[]): Promise<Found> {
  const of = (pick: (content: Partial<RowContent>) => string | null | undefined) =>
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
  content: Partial<RowContent>;
  faults: Fault[];
}

function judge({ number, content, faults }: Read, { imported, emails, managers }: Found): Checked {
  const who = { number, outsideId: content.outside_id ?? null, email: content.email ?? null };
  const refused = (found: Fault[]): Checked => ({ ...who, outcome: 'refused', content: null, faults: found });
  if (faults.length > 0) return refused(faults);
  const row = content as RowContent;
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
function differencesOf(row: RowContent, present: Present): Fault[] {
  const fields = compared.filter((field) => row[field] !== present[field]);
  const currencies = [...new Set([...Object.keys(row.balances), ...Object.keys(present.balances)])];
  const isSame = currencies.every((currency) => row.balances[currency] === present.balances[currency]);
  return [...fields, ...(isSame ? [] : (['balance'] as const))].map((field) => ({ field, code: 'differs' }));
}

async function store(app: App, tx: Tx, check: Check, rows: readonly Checked[]): Promise<void> {
  const contents = rows.map(({ content }) => (content ? rowText(content) : null));
  const macs = rows.map(({ number }, index) => {
    const text = contents[index];
    return text == null ? null : macOfRow(app.config, check, number, text);
  });
  await tx.run(sql`
    update import_row r set outcome = checked.outcome, outside_id = checked.outside_id, email = checked.email,
      content = checked.content, faults = checked.faults, content_mac = checked.mac
    from unnest(${rows.map(({ number }) => number)}::int[], ${rows.map(({ outcome }) => outcome)}::text[],
                ${rows.map(({ outsideId }) => outsideId)}::text[], ${rows.map(({ email }) => email)}::text[],
                ${contents}::jsonb[], ${rows.map(({ faults }) => JSON.stringify(faults))}::jsonb[], ${macs}::bytea[])
      as checked (number, outcome, outside_id, email, content, faults, mac)
    where r.run_id = ${check.runId} and r.number = checked.number`);
}

/** Of rows with one number or one email address the first counts. */
async function refuseRepeated(tx: Tx, runId: string): Promise<void> {
  await allowLongStatements(tx);
  await refuseLater(tx, runId, 'outside_id', sql`e.outside_id = r.outside_id`);
  await refuseLater(tx, runId, 'email', sql`e.email = r.email`);
}

const refuseLater = (tx: Tx, runId: string, field: 'outside_id' | 'email', isSame: Sql) =>
  tx.run(sql`
    update import_row r set outcome = 'refused', content = null, content_mac = null,
      faults = r.faults || jsonb_build_array(jsonb_build_object('field', ${field}::text, 'code', 'twice'))
    where r.run_id = ${runId} and r.outcome in ('new', 'same', 'differs')
      and exists (select from import_row e where e.run_id = r.run_id and ${isSame} and e.number < r.number)`);
