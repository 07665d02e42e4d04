import { maxAnswerBytes } from '#contract/payments/bank-file-names.ts';
import { maxStatementBytes } from '#contract/reconciliation/names.ts';
import { readAnswer } from '#server/payments/bank-files/read-answer.ts';
import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { BankLeftFile } from '#server/platform/connections/ports/bank-files.ts';
import { areRequestsGenuine } from '#server/platform/approvals/check-approver.ts';
import { sql } from '#server/platform/db/sql.ts';
import { limitTo } from '#server/platform/files/handle-bytes.ts';
import type { NotBefore } from '#server/platform/jobs.ts';
import { newId } from '#server/platform/id.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { uploadStatement } from '../statement/upload-statement.ts';

type Bank = OpenConnection<'bank_files'>;

/** What a bank left earlier than so many days ago was read before there was a connection. */
const daysBack = 31;
const longestName = 300;
/** Files of one bank in one run. */
const atOnce = 50;
const longestStatementName = 120;

/** How a file ended, by its content. */
type Taken =
  | { state: 'read'; kind: 'report'; fileId: string }
  | { state: 'read'; kind: 'statement'; runId: string }
  | { state: 'known' | 'nothing' | 'refused'; kind: 'report' | 'statement'; refusal: Why };

/** Why a file was refused, and the values that the text of it names. */
type Why = Pick<Refusal, 'code' | 'params'>;

interface Arrival {
  id: string;
  name: string;
  version: string;
}

/**
 * Reads what banks have left for us: status reports of payment orders, and statements. A file is read once, when two lists
 * had it in the same version, so that none is read while the bank still writes it. What is refused is for staff, as if they
 * had uploaded it.
 */
export function openBankFetch(app: App): () => Promise<NotBefore | void> {
  const lastLists: LastLists = new Map();
  return async () => {
    const failures: unknown[] = [];
    const banks = await app.connections.openUsed('bank_files');
    if (banks.length === 0) return null;
    // One bank that is slow or fails holds up no other. What is on comes first: of two connections to one folder it is the one
    // whose statements are credited.
    for (const isOn of [true, false])
      await Promise.all(
        banks
          .filter((bank) => bank.isOn === isOn)
          .map((bank) =>
            fetchFrom(app, bank, lastLists).catch((error: unknown) => {
              // One that is off may be gone for good: what it does not bring fails no job.
              if (isOn) failures.push(error);
              else app.log.warn({ err: error, connection: bank.name }, 'a connection that is off was not read');
            }),
          ),
      );
    if (failures.length > 0) throw failures[0];
    return undefined;
  };
}

/** What the last list of each bank had, so that the database is asked about new files alone. */
type LastLists = Map<string, ReadonlySet<string>>;

interface Of {
  bank: Bank;
  answerableId: string;
  arrival: Arrival;
}

async function fetchFrom(app: App, bank: Bank, lastLists: LastLists): Promise<void> {
  const listed = await bank.port.list();
  if (listed.kind !== 'done')
    throw new Error(`${bank.name}: ${listed.kind === 'refused' ? listed.text : listed.detail}`);
  const since = new Date(app.clock.now().getTime() - daysBack * 86_400_000);
  const files = listed.value.filter(isUsable);
  const failures: unknown[] = [];
  if (files.length < listed.value.length)
    failures.push(
      new Error(`${bank.name}: ${listed.value.length - files.length} files have no usable name, size or time`),
    );
  const [waiting, gone] = await Promise.all([
    app.db.rows<Arrival>(sql`
      select id, name, version from bank_file_arrival
      where connection_id = ${bank.id} and state = 'seen' order by left_at, name limit ${atOnce}`),
    app.db.rows<Pick<Arrival, 'name' | 'version'>>(sql`
      select name, version from bank_file_arrival where connection_id = ${bank.id} and state = 'gone' and left_at >= ${since}`),
  ]);
  const before = lastLists.get(bank.id);
  // Another instance may have missed it in one list.
  const missed = new Set(gone.map(keyOf));
  await noteSeen(
    app,
    bank,
    files.filter((file) => file.at >= since && (!before?.has(keyOf(file)) || missed.has(keyOf(file)))),
  );
  const present = new Set(files.map(keyOf));
  lastLists.set(bank.id, present);
  for (const arrival of waiting) {
    const reading = present.has(keyOf(arrival))
      ? readArrival(app, bank, arrival)
      : end(app, arrival.id, sql`state = 'gone'`);
    // One file that cannot be fetched holds up no other.
    await reading.catch((error: unknown) => failures.push(error));
  }
  // Jobs that rest act on what was read.
  if (waiting.length > 0) app.jobs.wake();
  if (failures.length > 0) throw failures[0];
}

async function readArrival(app: App, bank: Bank, arrival: Arrival): Promise<void> {
  const of = { bank, arrival, answerableId: await answerableFor(app, bank) };
  const taken = await bank.port.read(arrival.name, (content) => take(app, of, content));
  const why = 'refusal' in taken ? taken.refusal : null;
  await end(
    app,
    arrival.id,
    sql`state = ${taken.state}, kind = ${taken.kind}, refusal = ${why?.code ?? null}, refusal_values = ${why && JSON.stringify(why.params)}::jsonb,
      file_id = ${'fileId' in taken ? taken.fileId : null}, run_id = ${'runId' in taken ? taken.runId : null}`,
  );
}

/** What the database can hold. */
const isUsable = ({ name, size, at }: BankLeftFile): boolean =>
  /^[^\p{Cc}]+$/u.test(name) && name.length <= longestName && Number.isSafeInteger(size) && !Number.isNaN(at.getTime());

const keyOf = ({ name, version }: Pick<BankLeftFile, 'name' | 'version'>): string => `${version} ${name}`;

/** The oldest first. What another instance has noted is there already; what was gone from one list may be back in the next one. */
async function noteSeen({ db, clock }: App, bank: Bank, found: readonly BankLeftFile[]): Promise<void> {
  if (found.length === 0) return;
  const files = found.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.name < b.name ? -1 : 1));
  await db.run(sql`
    insert into bank_file_arrival (id, connection_id, name, version, size, left_at, seen_at)
    select id, ${bank.id}, name, version, size, left_at, ${clock.now()}
    from unnest(
      ${files.map(() => newId())}::uuid[], ${files.map(({ name }) => name)}::text[], ${files.map(({ version }) => version)}::text[],
      ${files.map(({ size }) => size)}::bigint[], ${files.map(({ at }) => at)}::timestamptz[]) f (id, name, version, size, left_at)
    on conflict (connection_id, name, version) do update set state = 'seen', read_at = null where bank_file_arrival.state = 'gone'`);
}

const end = async ({ db, clock }: App, id: string, change: ReturnType<typeof sql>): Promise<void> =>
  void (await db.run(
    sql`update bank_file_arrival set ${change}, read_at = ${clock.now()} where id = ${id} and state = 'seen'`,
  ));

/**
 * Who answers for what comes by a connection, as for an upload: who requested that it is put into use, as another person
 * approved. Deposits are credited in this person's name, as far as one person may.
 * @throws Error when the request was changed past the program
 */
async function answerableFor(app: App, { id, name }: Bank): Promise<string> {
  const { requestId, personId } = await app.db.one<{ requestId: string | null; personId: string }>(sql`
    select r.id as "requestId", coalesce(r.author_id, c.created_by) as "personId"
    from connection c left join lateral (
      select a.id, a.author_id from approval_request a
      where a.kind = 'connection' and a.key = c.id::text and a.state = 'approved' and a.value ->> 'act' in ('add', 'change', 'switch_on')
      order by a.decided_at desc limit 1) r on true
    where c.id = ${id}`);
  if (requestId !== null && !(await areRequestsGenuine(app.db, app, sql`r.id = ${requestId}`)))
    throw new Error(`${name}: the request by which it is in use was changed past the program`);
  return personId;
}

async function take(app: App, of: Of, content: AsyncIterable<Buffer>): Promise<Taken> {
  const { isReport, whole } = await lookAhead(content);
  const kind = isReport ? 'report' : 'statement';
  try {
    return isReport ? await takeReport(app, of, whole) : await takeStatement(app, of, whole);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { state: withoutWork[error.code] ?? 'refused', kind, refusal: whyOf(error) };
  }
}

/** Refusals that leave nothing to do: the content was read before, or has nothing to book, as on a day without movements. */
const withoutWork: Partial<Record<RefusalCode, 'known' | 'nothing'>> = {
  'reconciliation.known': 'known',
  'reconciliation.no_movements': 'nothing',
  'reconciliation.other_currencies': 'nothing',
  'reconciliation.pending': 'nothing',
};

/** A refusal of one field says why there. */
const whyOf = ({ code, params, fields }: Refusal): Why => Object.values(fields)[0]?.[0] ?? { code, params };

async function takeReport(app: App, { bank, answerableId }: Of, content: AsyncIterable<Buffer>): Promise<Taken> {
  const by = { id: answerableId, connection: bank };
  const { file } = await readAnswer(app, by, limitTo(content, maxAnswerBytes));
  return { state: 'read', kind: 'report', fileId: file.id };
}

async function takeStatement(
  app: App,
  { bank, answerableId, arrival }: Of,
  content: AsyncIterable<Buffer>,
): Promise<Taken> {
  const credit = bank.isOn && bank.port.creditsExact ? 'exact' : 'none';
  const statement = { method: 'bank_transfer', name: arrival.name.slice(-longestStatementName), credit } as const;
  const by = { id: answerableId, connection: bank };
  const { id } = await uploadStatement(app, by, statement, limitTo(content, maxStatementBytes));
  return { state: 'read', kind: 'statement', runId: id };
}

/** The namespace of a report stands in the first element, which follows the declaration and comments. */
const aheadBytes = 4096;

/** Whether a file is a status report, and the file from its beginning. */
async function lookAhead(content: AsyncIterable<Buffer>) {
  const source = content[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  while (read.length < aheadBytes) {
    const next = await source.next();
    if (next.done) break;
    read = Buffer.concat([read, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield read;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  // UTF-16 has a zero beside each letter.
  const begin = read.subarray(0, aheadBytes).toString('latin1').replaceAll('\0', '');
  return { isReport: /pain\.002\.001\.\d\d/.test(begin), whole: whole() };
}
