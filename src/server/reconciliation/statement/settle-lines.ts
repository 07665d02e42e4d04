import { toDecimal } from '#contract/kernel/money.ts';
import type { PaymentMethod, PaymentState } from '#contract/payments/names.ts';
import { openResults, type LineDoubt, type LineResult } from '#contract/reconciliation/names.ts';
import { ownerOf, type AccountOwner } from '#server/payments/client-ibans/owner.ts';
import { isOtherPayer } from '#server/payments/deposits/other-payer.ts';
import { isOverPayerLimit } from '#server/payments/deposits/note-payer.ts';
import { receiveTransfer } from '#server/payments/deposits/receive-transfer.ts';
import { creditArrived } from '#server/payments/staff/deposit-actions.ts';
import { completePaid } from '#server/payments/staff/withdrawal-actions.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { reportForged } from '#server/platform/secrets/row-mac-check.ts';
import { compareLines, type StatementDays } from './compare-statement.ts';
import { findCandidates } from './find-candidates.ts';
import { doubtOfName, judgeLine, type Candidate, type Verdict } from './judge-line.ts';
import { isAsRead, isTaken, type StatementEntry } from './line-row.ts';

const batch = 200;
/** An upload takes minutes at most; what is left of one belongs to a server that died. */
const longestUploadMinutes = 60;

interface Run extends StatementDays {
  id: string;
  uploaderId: string;
  credits: boolean;
  /** Whether the person who uploaded it may still credit deposits. */
  mayCredit: boolean;
}

export interface LineRow extends StatementEntry {
  id: string;
  mac: Buffer;
  afterGap: boolean;
}

/**
 * Matches the lines of uploaded statements with payments, each by itself and once, and compares a statement with the books
 * when all of its lines are decided. A server that dies leaves the rest to the next run.
 */
export async function settleStatements(app: App): Promise<null> {
  const underWay = await app.db.maybeOne(sql`
    select from reconciliation_run where state in ('reading', 'settling') limit 1`);
  if (!underWay) return null;
  await dropUnread(app);
  await followPayments(app);
  // A statement that waits for people alone is left alone.
  const runs = await app.db.rows<Run>(sql`
    select r.id, r.method, r.from_on::text as from, r.to_on::text as to, r.requested_by as "uploaderId", r.credits,
           c.roles && '{finance,admin}' and c.closed_at is null and c.blocked_at is null as "mayCredit"
    from reconciliation_run r join person c on c.id = r.requested_by
    where r.state = 'settling' and (
      exists (select from statement_line l where l.run_id = r.id and l.result is null)
      or not exists (select from statement_line l where l.run_id = r.id and l.result = any(${undecided}::text[])))
    order by r.id`);
  const failures: unknown[] = [];
  for (const run of runs) await settleRun(app, run).catch((error: unknown) => failures.push(error));
  // One statement that fails holds up no other.
  if (failures.length > 0) throw failures[0];
  return null;
}

async function dropUnread({ db, clock }: App): Promise<void> {
  const before = new Date(clock.now().getTime() - longestUploadMinutes * 60_000);
  await db.run(sql`delete from reconciliation_run where state = 'reading' and requested_at < ${before}`);
}

/**
 * Lines follow their payments: one that a first person has credited, when the second one decides; one that is left to
 * staff, when they book its payment with the same amount among the payments; and one of a withdrawal that was not sent yet,
 * which is judged again when it is: an advice of the bank may come before its report.
 */
async function followPayments({ db }: App): Promise<void> {
  await db.run(sql`
    update statement_line l set result = null, doubt = null, payment_id = null, confidence = null, client_id = null
    from payment p, reconciliation_run r
    where l.result = 'proposed' and l.doubt = 'not_sent' and p.id = l.payment_id and p.state = 'sent'
      and r.id = l.run_id and r.state = 'settling'`);
  await db.run(sql`
    update statement_line l set result = case when ${isBooked} then 'credited' else 'proposed' end,
      doubt = case when ${isBooked} then null when p.state = 'rejected' then 'ended' else 'amount' end
    from payment p where l.result = 'waiting' and p.id = l.payment_id and p.state <> 'under_review'`);
  const booked = await db.rows<{ id: string; kind: string; named: boolean; name: string | null; fullName: string }>(sql`
    select l.id, p.kind, l.name, c.full_name as "fullName",
           position(replace(p.reference, '-', '') in regexp_replace(upper(l.reference), '[^A-Z0-9]', '', 'g')) > 0 as named
    from statement_line l join payment p on p.id = l.payment_id join person c on c.id = p.client_id join reconciliation_run r on r.id = l.run_id
    where ${isFollowed}`);
  // Money of another payer that does not name the deposit is not this client's by the word of one person: that takes two, by the line.
  const sure = booked.filter(
    ({ kind, named, name, fullName }) => kind === 'withdrawal' || named || !isOtherPayer(name, fullName),
  );
  if (sure.length === 0) return;
  await db.run(sql`
    update statement_line l set result = 'matched', doubt = null
    from payment p, reconciliation_run r
    where l.id = any(${sure.map(({ id }) => id)}::uuid[]) and p.id = l.payment_id and r.id = l.run_id and ${isFollowed}`);
}

/** Of a deposit `p`: the amount of its line `l` was credited, whatever became of it since. */
const isBooked = sql`(p.state in ('credited', 'refunded', 'charged_back', 'reversed') and p.amount = l.amount)`;

/** Of a line `l` that is left to staff, its payment `p` and its run `r`: they have booked it among the payments. */
const isFollowed = sql`
  l.result = 'proposed' and p.id = l.payment_id and r.id = l.run_id and r.state = 'settling'
  and p.updated_at >= r.requested_at and p.currency = l.currency and not l.is_reversal and not l.is_returned
  and (${isBooked} and p.kind = 'deposit' or p.kind = 'withdrawal' and p.state = 'completed' and p.fee - p.amount = l.amount)
  and not ${isTaken}
  and not exists (select from statement_line o where o.payment_id = p.id and o.result = 'proposed' and o.id < l.id)`;

export const lineColumns = sql`
  l.id, l.number, l.key, l.on_day::text as on, l.currency, l.amount as "amountMinor", l.account, l.receiver, l.reference,
  l.end_to_end_id as "endToEndId", l.name, l.payer_account as "payerAccount", l.bank_reference as "bankReference", l.is_reversal as "isReversal",
  l.is_returned as "isReturned", l.mac, l.after_gap as "afterGap"`;

async function settleRun(app: App, run: Run): Promise<void> {
  for (;;) {
    const ids = await app.db.rows<{ id: string }>(sql`
      select id from statement_line where run_id = ${run.id} and result is null order by number limit ${batch}`);
    for (const { id } of ids) await settleLine(app, run, id);
    if (ids.length < batch) break;
  }
  await app.db.tx(async (tx) => {
    const mine = await tx.run(sql`
      update reconciliation_run r set state = 'done', finished_at = ${app.clock.now()}
      where id = ${run.id} and state = 'settling'
        and not exists (select from statement_line l where l.run_id = r.id and l.result = any(${undecided}::text[]))`);
    if (mine > 0) await compareLines(tx, run.id, run);
  });
}

/** While a line is one of these, the statement is not compared with the books: it would differ by what comes yet. */
const undecided: readonly LineResult[] = [...openResults, 'waiting'];

/** What is refused is undone and left to staff. */
async function settleLine(app: App, run: Run, lineId: string): Promise<void> {
  const settle = (refused: LineDoubt | null) => app.db.tx((tx) => settleIn(app, tx, run, lineId, refused));
  await settle(null).catch((error: unknown) => {
    if (error instanceof Refusal) return settle(doubtOfRefusal(error));
    throw error;
  });
}

function doubtOfRefusal({ code }: Refusal): LineDoubt {
  if (code === 'payments.restricted') return 'restricted';
  return code === 'payments.level' || code.startsWith('payments.limit_') ? 'limit' : 'refused';
}

async function settleIn(app: App, tx: Tx, run: Run, lineId: string, refused: LineDoubt | null): Promise<void> {
  const line = await tx.maybeOne<LineRow>(sql`
    select ${lineColumns} from statement_line l where l.id = ${lineId} and l.result is null for update of l`);
  if (!line) return;
  const terms = { runId: run.id, uploaderId: run.uploaderId, credits: run.credits };
  if (!isAsRead(app.config, terms, line)) {
    reportForged(app, 'statement_line', line.id);
    return store(tx, line.id, { result: 'unknown', doubt: 'changed', match: null });
  }
  const owner = await ownerOfLine(app, tx, line, run.method);
  if (owner === 'forged') return store(tx, line.id, { result: 'unknown', doubt: 'changed', match: null });
  const clientId = owner?.clientId ?? null;
  // Before anything of the client is read: another person may be crediting the same money by another line.
  if (clientId !== null) await lockPeople(tx, clientId);
  const verdict = judgeLine({ ...line, owner }, await findCandidates(tx, line, run.method, owner));
  if (verdict.as === 'unknown') return store(tx, line.id, { result: 'unknown', doubt: null, match: null });
  if (verdict.as === 'booked') return store(tx, line.id, { result: 'matched', doubt: null, match: verdict, clientId });
  const match = verdict.as === 'unannounced' ? null : verdict;
  const doubt =
    (await doubtOfMatch(tx, run, line, verdict)) ??
    doubtOfRule(run, line, refused) ??
    ((await isOverPayerLimit(app, tx, line)) ? 'account_limit' : null);
  if (doubt !== null) return store(tx, line.id, { result: 'proposed', doubt, match, clientId });
  const credited =
    verdict.as === 'unannounced'
      ? { candidate: await announcedBy(app, tx, verdict.owner, line), confidence: 100 }
      : verdict;
  const result = await carryOut(app, tx, { staffId: run.uploaderId, from: openStates }, line, credited.candidate);
  return store(tx, line.id, { result, doubt: null, match: credited, clientId });
}

/** To whom alone the account belongs on which a line arrived. */
export const ownerOfLine = async (app: App, db: Queries, line: LineRow, method: PaymentMethod) =>
  method === 'bank_transfer' ? ownerOf(app, db, line.receiver ?? line.account) : null;

/** A new deposit of the client to whose own account the money came. */
async function announcedBy(app: App, tx: Tx, { clientId }: AccountOwner, line: LineRow) {
  const id = await receiveTransfer(app, tx, { clientId, by: { kind: 'system' } }, line);
  return { id, kind: 'deposit' } as const;
}

/** What speaks against a match; null where nothing does. */
async function doubtOfMatch(
  tx: Tx,
  run: Run,
  line: LineRow,
  verdict: Exclude<Verdict, { as: 'unknown' }>,
): Promise<LineDoubt | null> {
  if (verdict.as === 'likely') return verdict.doubt;
  if (verdict.as !== 'unannounced')
    return verdict.candidate.namedBy === 'account' &&
      (await isReadBefore(tx, run.id, line, verdict.candidate.clientId, verdict.candidate.id))
      ? 'booked_before'
      : null;
  const { owner } = verdict;
  if (line.isReversal) return 'reversal';
  if (line.isReturned) return 'returned';
  if (owner.isClosed) return 'closed';
  if (owner.currency !== line.currency) return 'currency';
  const name = doubtOfName(line, owner);
  if (name !== null) return name;
  return (await isReadBefore(tx, run.id, line, owner.clientId)) ? 'booked_before' : null;
}

/** Two formats may give one entry two days, and staff book some days before or after the bank. */
const daysOfFiles = 5;
const daysOfBookings = 60;

/**
 * Whether money of a client that no reference names may be in the books already: another file has brought the same amount in these
 * days; or a deposit without a line has it, whatever became of it since; or one of another amount is being decided on.
 * @param paymentId the deposit that the line would credit
 */
export async function isReadBefore(
  tx: Tx,
  runId: string,
  { on, currency, amountMinor }: Pick<LineRow, 'on' | 'currency' | 'amountMinor'>,
  clientId: string,
  paymentId: string | null = null,
): Promise<boolean> {
  const isTheirs = sql`
    p.client_id = ${clientId} and p.kind = 'deposit' and p.method = 'bank_transfer' and p.currency = ${currency} and p.id is distinct from ${paymentId}::uuid`;
  // Each part is found by an index of its own.
  const found = await tx.maybeOne(sql`
    select from statement_line t join payment p on p.id = t.payment_id
    where ${isTheirs} and t.amount = ${amountMinor} and t.run_id <> ${runId}
      and t.on_day between ${on}::date - ${daysOfFiles}::int and ${on}::date + ${daysOfFiles}::int
      and t.result in ('credited', 'waiting', 'matched')
    union all
    select from payment p
    where ${isTheirs} and not ${isTaken} and p.amount = ${amountMinor} and p.state in ('credited', 'refunded', 'charged_back', 'reversed')
      and abs((p.updated_at at time zone 'UTC')::date - ${on}::date) <= ${daysOfBookings}
    union all
    select from payment p
    where ${isTheirs} and not ${isTaken} and p.amount <> ${amountMinor} and p.state = 'under_review'
    limit 1`);
  return found !== undefined;
}

/** Why an exact match is not credited by the rule; null where it is. */
function doubtOfRule(
  { credits, mayCredit, method }: Run,
  { afterGap }: LineRow,
  refused: LineDoubt | null,
): LineDoubt | null {
  if (afterGap) return 'gap';
  if (!credits || method !== 'bank_transfer') return 'not_asked';
  if (!mayCredit) return 'requester';
  return refused;
}

/**
 * Credits a deposit or completes a withdrawal by a line, in the name of a person, with the line locked. Where two people are
 * needed, the deposit waits for the second one.
 * @param from the states in which the deposit may be
 * @throws Refusal as `creditArrived` and `completePaid`
 */
export async function carryOut(
  app: App,
  tx: Tx,
  { staffId, from }: { staffId: string; from: readonly PaymentState[] },
  line: Pick<LineRow, 'amountMinor' | 'currency' | 'bankReference' | 'payerAccount'>,
  { id, kind }: Pick<Candidate, 'id' | 'kind'>,
): Promise<'credited' | 'waiting' | 'matched'> {
  if (kind === 'withdrawal') {
    await completePaid(app, tx, staffId, id);
    return 'matched';
  }
  const received = toDecimal(line.amountMinor, line.currency);
  const reference = line.bankReference?.slice(0, longestBankReference);
  const { payerAccount } = line;
  await creditArrived(app, tx, staffId, { payment_id: id, received, bank_reference: reference, payerAccount }, from);
  const { state } = await tx.one<{ state: string }>(sql`select state from payment where id = ${id}`);
  return state === 'credited' ? 'credited' : 'waiting';
}

const longestBankReference = 80;

/** What the rule credits: a deposit that had ended is for people. */
const openStates: readonly PaymentState[] = ['awaiting_payment', 'under_review'];

interface Settled {
  result: LineResult;
  doubt: LineDoubt | null;
  match: { candidate: Pick<Candidate, 'id'>; confidence: number } | null;
  clientId?: string | null;
}

async function store(tx: Tx, id: string, { result, doubt, match, clientId = null }: Settled): Promise<void> {
  await tx.run(sql`
    update statement_line set result = ${result}, doubt = ${doubt}, payment_id = ${match?.candidate.id ?? null}, confidence = ${match?.confidence ?? null}, client_id = ${clientId}
    where id = ${id}`);
}
