import { createHash } from 'node:crypto';
import { setImmediate as eventsRead } from 'node:timers/promises';
import { toDecimal } from '#contract/kernel/money.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import { maxStatementLines, type CreditRule } from '#contract/reconciliation/names.ts';
import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import type { StatementFormat } from '#contract/reconciliation/statements.ts';
import { currenciesInUse } from '#server/ledger/currencies-in-use.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { hashed } from '#server/platform/files/handle-bytes.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, type Refusal } from '#server/platform/refusal.ts';
import { sha256 } from '#server/platform/secrets/token.ts';
import {
  unbalanced,
  unreadable,
  type BankBalance,
  type BankEntry,
  type LeftOut,
  type Unbooked,
} from '../bank-statement/statement.ts';
import { readRun } from '../runs.ts';
import { macOfLine, type StatementEntry, type StatementTerms } from './line-row.ts';
import { readStatement, type ReadPart } from './read-statement.ts';
import { SeenEntries } from './seen-entries.ts';

interface Statement extends StatementFormat {
  method: PaymentMethod;
  name: string;
  credit: CreditRule;
}

const batchLines = 1000;
const pauseLines = 100;
/** A statement of the database takes 15 seconds at most, however busy it is. */
const batchMarked = 10_000;
/** So many movements that are not booked are named; of more, their number is enough. */
const mostNamed = 100;
const longestReference = 400;
const longestField = 140;

/** More is no money of any bank, and no number of the database. */
const isStorable = (minor: bigint): boolean => BigInt.asIntN(64, minor) === minor;

/** Without signs that no text has, and without half a sign at its end. */
const asStored = (text: string, most: number): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)
    .replaceAll(/\p{Cs}/gu, '');

interface Days {
  first: string;
  last: string;
}

/** A statement is of the last years. A day beyond is a mistake, and would hold up the statements that follow. */
function daysAround(now: Date): Days {
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return { first: day(-5 * 366), last: day(31) };
}

/** Who uploaded a statement, or answers for the connection that brought it. */
interface UploadedBy {
  id: string;
  connection?: { id: string; name: string };
}

/**
 * Stores the lines of a statement as they come, so that no file is whole in memory; a job matches them with payments. Nothing
 * of a refused file stays. A line that another statement had already is named as such and counts no more.
 * @throws Refusal as `reconciliation.upload_statement` lists them
 */
export async function uploadStatement(
  app: App,
  me: UploadedBy,
  { method, name, credit, ...format }: Statement,
  content: AsyncIterable<Buffer>,
  max = maxStatementLines,
): Promise<ReconciliationRun> {
  const terms = { runId: newId(), uploaderId: me.id, credits: credit === 'exact' };
  const at = app.clock.now();
  await app.db.run(sql`
    insert into reconciliation_run (id, kind, state, requested_by, requested_at, started_at, method, name, from_on, to_on, credits, connection_id)
    values (${terms.runId}, 'statement', 'reading', ${me.id}, ${at}, ${at}, ${method}, ${name}, ${at}, ${at}, ${terms.credits}, ${me.connection?.id ?? null})`);
  try {
    const hash = createHash('sha256');
    const inUse = await currenciesInUse(app.db);
    const read = await storeLines(
      app,
      terms,
      { method, max },
      readStatement(hashed(content, hash), format, max, inUse),
    );
    const file = { ...read, name, method, connection: me.connection, sha256: hash.digest() };
    await app.db.tx((tx) => finish(app, tx, terms, file));
  } catch (error) {
    await app.db.run(sql`delete from reconciliation_run where id = ${terms.runId}`);
    throw error;
  }
  return readRun(app, terms.runId);
}

/** One statement of a file that has balances, and the lines that belong to it. */
interface Span extends BankBalance {
  after: number;
  until: number;
}

interface Read {
  lines: number;
  spans: Span[];
  /** Movements that are not final yet. */
  pending: number;
  /** Movements without an amount. */
  zero: number;
  /** The first of both, by name. */
  unbooked: ReconciliationRun['unbooked'];
  /** Statements in other currencies, each account once. */
  leftOut: LeftOut[];
}

async function storeLines(
  app: App,
  terms: StatementTerms,
  { method, max }: { method: PaymentMethod; max: number },
  parts: AsyncIterable<ReadPart>,
): Promise<Read> {
  const spans: Span[] = [];
  const seen = new SeenEntries(max);
  const days = daysAround(app.clock.now());
  const leftOut = new Map<string, LeftOut>();
  let lines = 0;
  const unbooked: Read['unbooked'] = [];
  const count = { pending: 0, zero: 0 };
  const leaveOut = (why: keyof typeof count, movement: Unbooked) => {
    count[why] += 1;
    if (unbooked.length < mostNamed) unbooked.push(named(why, movement));
  };
  let batch: StatementEntry[] = [];
  // The database stores a batch while the next one is read.
  let stored = Promise.resolve();
  const store = async () => {
    await stored;
    stored = insertLines(app, terms, batch);
    stored.catch(() => undefined);
    batch = [];
  };
  try {
    for await (const part of parts) {
      if ('balance' in part) {
        if (!isStorable(part.balance.closingMinor ?? 0n)) throw unbalanced(part.balance);
        spans.push({ ...part.balance, after: spans.at(-1)?.until ?? 0, until: lines });
      } else if ('leftOut' in part) {
        const { account, currency, movements } = part.leftOut;
        const name = `${currency} ${account}`;
        const before = leftOut.get(name)?.movements ?? 0;
        leftOut.set(name, { account: asStored(account, longestField), currency, movements: before + movements });
      } else if ('pending' in part) leaveOut('pending', part.pending);
      else if ('zero' in part) leaveOut('zero', part.zero);
      else {
        lines += 1;
        batch.push(lineOf({ entry: part.entry, number: lines, method, seen, days }));
        if (batch.length === batchLines) await store();
        // A file that is there already would be read without a pause: the database would get nothing, and no call an answer.
        if (lines % pauseLines === 0) await eventsRead();
      }
    }
    await store();
    await stored;
  } catch (error) {
    // Nothing of a refused file is stored once its run is deleted.
    await stored.catch(() => undefined);
    throw error;
  }
  const read = { lines, spans, ...count, unbooked, leftOut: [...leftOut.values()] };
  if (lines === 0) throw nothingIn(read);
  return read;
}

function named(why: Read['unbooked'][number]['why'], { at, on, currency, amountMinor, name }: Unbooked) {
  return {
    why,
    line: 'line' in at ? at.line : null,
    entry: 'entry' in at ? at.entry : null,
    on,
    currency,
    amount: amountMinor === null || currency === null ? null : toDecimal(amountMinor, currency),
    name: name === null ? null : asStored(name, longestField) || null,
  };
}

/** Why nothing of a file is booked. */
function nothingIn({ pending, leftOut }: Read): Refusal {
  if (pending > 0) return refuse('reconciliation.pending');
  if (leftOut.length === 0) return refuse('reconciliation.no_movements');
  const currencies = [...new Set(leftOut.map(({ currency }) => currency))].join(', ');
  return refuse('reconciliation.other_currencies', { currencies });
}

function lineOf({
  entry,
  number,
  method,
  seen,
  days,
}: { entry: BankEntry; days: Days } & {
  number: number;
  method: PaymentMethod;
  seen: SeenEntries;
}): StatementEntry {
  const { currency, amountMinor, on, isReversal, returnReason } = entry;
  if (!isStorable(amountMinor) || on < days.first || on > days.last) throw unreadable(entry.at);
  const stored = (text: string | null) => (text === null ? null : asStored(text, longestField) || null);
  const [endToEndId, name, bankReference] = [stored(entry.endToEndId), stored(entry.name), stored(entry.bankReference)];
  const account = asStored(entry.account, longestField);
  const receiver = stored(entry.receiver);
  const said = [entry.endToEndId, entry.structured, entry.text, entry.bankReference].filter(Boolean).join(' ');
  const reference = asStored(said, longestReference);
  // All that the file says of it: a bank may number its entries from 1 again, and a copy with another name is another entry.
  const identity = [
    method,
    account,
    currency,
    String(amountMinor),
    on,
    isReversal,
    endToEndId,
    reference,
    name,
    ...(receiver === null ? [] : [receiver]),
  ];
  const digest = sha256(JSON.stringify(identity));
  // Two payments of one day may be the same in everything: the second one in this file is the second one in any file.
  const before = seen.add(digest);
  return {
    number,
    key: sha256(`${before} ${digest.toString('base64')}`),
    on,
    currency,
    amountMinor,
    account,
    receiver,
    reference,
    endToEndId,
    name,
    payerAccount: amountMinor > 0n ? stored(entry.otherAccount) : null,
    bankReference,
    isReversal,
    isReturned: returnReason !== null,
  };
}

async function insertLines(app: App, terms: StatementTerms, batch: readonly StatementEntry[]): Promise<void> {
  if (batch.length === 0) return;
  const column = <T>(pick: (line: StatementEntry) => T) => batch.map(pick);
  await app.db.run(sql`
    insert into statement_line (id, run_id, number, key, on_day, currency, amount, account, receiver, reference, end_to_end_id, name, payer_account, bank_reference,
                                is_reversal, is_returned, mac, changed_at)
    select id, ${terms.runId}, number, key, on_day, currency, amount, account, receiver, reference, end_to_end_id, name, payer_account, bank_reference, is_reversal,
           is_returned, mac, (select change_time())
    from unnest(
      ${batch.map(() => newId())}::uuid[], ${column(({ number }) => number)}::int[], ${column(({ key }) => key)}::bytea[],
      ${column(({ on }) => on)}::date[], ${column(({ currency }) => currency)}::text[], ${column(({ amountMinor }) => amountMinor)}::bigint[],
      ${column(({ account }) => account)}::text[], ${column(({ receiver }) => receiver)}::text[], ${column(({ reference }) => reference)}::text[],
      ${column(({ endToEndId }) => endToEndId)}::text[], ${column(({ name }) => name)}::text[],
      ${column(({ payerAccount }) => payerAccount)}::text[],
      ${column(({ bankReference }) => bankReference)}::text[], ${column(({ isReversal }) => isReversal)}::boolean[],
      ${column(({ isReturned }) => isReturned)}::boolean[], ${column((line) => macOfLine(app.config, terms, line))}::bytea[]
    ) line (id, number, key, on_day, currency, amount, account, receiver, reference, end_to_end_id, name, payer_account, bank_reference, is_reversal, is_returned, mac)`);
}

/** Statements are finished one after the other: which line is the first with its entry must not depend on who is faster. */
const lockStatements = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtext('statement_line'))`);

interface File extends Read {
  name: string;
  method: PaymentMethod;
  connection: UploadedBy['connection'];
  sha256: Buffer;
}

async function finish(app: App, tx: Tx, terms: StatementTerms, file: File): Promise<void> {
  const { runId, uploaderId } = terms;
  await lockStatements(tx);
  const known = await tx.maybeOne<{ name: string }>(sql`
    select name from reconciliation_run where sha256 = ${file.sha256} and state <> 'reading'`);
  if (known) throw refuse('reconciliation.known', known);
  for (const span of file.spans) await checkGap(tx, runId, span);
  for (let after = 0; after < file.lines; after += batchMarked) {
    const part = sql`l.run_id = ${runId} and l.number > ${after} and l.number <= ${after + batchMarked}`;
    // Looked up line by line: before the table is analysed, a join of both may go over the lines for each that counts.
    const earlier = sql`(select e.id from statement_line e where e.key = l.key and e.counts)`;
    await tx.run(sql`update statement_line l set counts = true where ${part} and ${earlier} is null`);
    await tx.run(sql`
      update statement_line l set result = 'repeated', repeats = ${earlier} where ${part} and not l.counts`);
  }
  const facts = {
    lines: file.lines,
    ...(file.pending > 0 && { pending: file.pending }),
    ...(file.zero > 0 && { zero: file.zero }),
    ...(file.unbooked.length > 0 && { unbooked: file.unbooked }),
    ...(file.leftOut.length > 0 && { left_out: file.leftOut }),
  };
  await tx.run(sql`
    update reconciliation_run r set state = 'settling', sha256 = ${file.sha256}, facts = ${JSON.stringify(facts)}, from_on = days.first, to_on = days.last
    from (select min(on_day) as first, max(on_day) as last from statement_line where run_id = ${runId}) days where r.id = ${runId}`);
  const details = {
    run: runId,
    method: file.method,
    name: file.name,
    lines: String(file.lines),
    credit: terms.credits ? 'yes' : 'no',
    ...(file.connection && { connection: file.connection.name }),
  };
  await writeAudit(tx, app.clock, { actorId: uploaderId, action: 'reconciliation.statement', details });
}

/** A statement that does not begin where the last one of its account ended follows one that is missing. */
async function checkGap(tx: Tx, runId: string, span: Span): Promise<void> {
  const { account, currency, openingMinor, closingMinor, after, until } = span;
  if (openingMinor === null || closingMinor === null) return;
  const [last, days] = await Promise.all([
    tx.maybeOne<{ closing: bigint; to: string }>(sql`
      select closing, to_on::text as to from statement_balance where account = ${account} and currency = ${currency}`),
    tx.one<{ to: string | null }>(sql`
      select max(on_day)::text as to from statement_line where run_id = ${runId} and number > ${after} and number <= ${until}`),
  ]);
  if (last && last.closing !== openingMinor)
    await tx.run(sql`
      update statement_line set after_gap = true where run_id = ${runId} and number > ${after} and number <= ${until}`);
  const to = days.to ?? last?.to;
  if (to === undefined || (last && to < last.to)) return;
  await tx.run(sql`
    insert into statement_balance (account, currency, run_id, to_on, closing) values (${account}, ${currency}, ${runId}, ${to}, ${closingMinor})
    on conflict (account, currency) do update set run_id = excluded.run_id, to_on = excluded.to_on, closing = excluded.closing`);
}
