import { randomUUID } from 'node:crypto';
import type { BankFile } from '#contract/payments/bank-files.ts';
import { maxLinesPerFile } from '#contract/payments/bank-file-names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { Fields } from '../destinations/account-checks.ts';
import { moveAll } from '../lifecycle/move.ts';
import { netOf, readPayments } from '../payment-row.ts';
import { evidenceColumns, isApproved, type Evidence, type Witnessed } from '../unchanged.ts';
import { pausedAmong } from '#server/platform/people/paused.ts';
import { blockedBy } from '../withdrawals/held-back.ts';
import { storedAccount } from '../operator-account/stored-account.ts';
import { isoAccount, type BankAccount } from './bank-account.ts';
import { fileNumber, isForFile, readFile } from './file-row.ts';
import { blockOf, writePaymentOrder, type PaymentOrder, type Transfer } from './pain001.ts';
import { hashOf } from './released-file.ts';

interface Order {
  currency: string;
  /** As `2026-03-02`. */
  pay_on: string;
  reason: string;
}

/** Where a line pays to, next to what every payment has. */
interface Payee {
  scheme: string;
  country: string;
  holder: string;
  /** How many files it was in before. */
  earlier: number;
}

type Payout = Witnessed & Payee;

const maxDaysAhead = 30;

/**
 * Writes a file with the approved withdrawals of one currency and requests its release. From then on they are in it, and
 * nothing else pays them.
 * @throws Refusal as `payments.make_file` lists them
 */
export async function makeFile(app: App, me: Person, body: Order, key: string): Promise<BankFile> {
  const id = await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action: 'payments.make_file', body }, () => make(app, tx, me, body)),
  );
  return readFile(app.db, id);
}

async function make(app: App, tx: Tx, me: Person, { currency, pay_on: payOn, reason }: Order): Promise<string> {
  const at = app.clock.now();
  checkDay(payOn, at);
  const own = await tx.maybeOne<{ name: string; account: BankAccount }>(sql`
    select beneficiary as name, ${storedAccount(sql`b`)} as account from payment_bank_account b where currency = ${currency}`);
  if (!own) throw refuseField('currency', 'payments.file_account', { currency });
  const payouts = await lockPayouts(app, tx, me.id, currency, at);
  if (payouts.length === 0) throw refuse('payments.file_empty', { currency });

  const id = newId();
  const transfers = payouts.map(transferOf);
  const debtor = { name: own.name, account: isoAccount(own.account) };
  const { number } = await tx.one<{ number: bigint }>(sql`select nextval('payout_file_number') as number`);
  const order = { messageId: `F${number}-${id.slice(-12)}`, createdAt: at, payOn, currency, debtor, transfers };
  const content = Buffer.from(writePaymentOrder(order));
  const total = transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  await tx.run(sql`
    insert into payout_file (id, number, message_id, currency, iban, account_number, pay_on, lines, total, content, sha256, made_by, made_at)
    values (${id}, ${number}, ${order.messageId}, ${currency}, ${debtor.account.iban ?? null}, ${debtor.account.number ?? null}, ${payOn}, ${payouts.length},
            ${total}, ${content}, ${hashOf(content)}, ${me.id}, ${at})`);
  await insertLines(tx, id, order, payouts);
  const [bank] = await app.connections.openEvenFailing('bank_files', tx, { currency });
  await moveAll(app, tx, payouts, 'ordered', { by: { kind: 'staff', id: me.id }, at });
  await requestAct(
    app,
    tx,
    me,
    { id, number, currency, total, lines: payouts.length, hash: hashOf(content), connectionId: bank?.id ?? null },
    'release',
    reason,
  );
  return id;
}

/** A bank executes from today on. */
function checkDay(payOn: string, at: Date): void {
  const today = at.toISOString().slice(0, 10);
  const last = new Date(at.getTime() + maxDaysAhead * 24 * 3_600_000).toISOString().slice(0, 10);
  if (payOn < today || payOn > last) throw refuseField('pay_on', 'payments.file_day');
}

/**
 * The withdrawals that a file can take now, with their clients locked: approved, as the program wrote them, not blocked,
 * and not the own ones of the person who makes the file.
 */
async function lockPayouts(app: App, tx: Tx, staffId: string, currency: string, at: Date): Promise<Payout[]> {
  const candidates = await tx.rows<{ id: string; clientId: string }>(sql`
    select p.id, p.client_id as "clientId"
    from payment p join payment_destination d on d.id = p.destination_id
    where ${isForFile} and p.currency = ${currency} and p.client_id <> ${staffId} and p.amount > p.fee
    order by p.number limit ${maxLinesPerFile}`);
  await lockPeople(tx, staffId, ...new Set(candidates.map(({ clientId }) => clientId)));
  const ids = candidates.map(({ id }) => id);
  await tx.run(sql`select from payment where id = any(${ids}::uuid[]) order by id for update`);
  const payouts = await readPayments<Evidence & Payee>(
    tx,
    sql`p.id = any(${ids}::uuid[]) and p.state = 'approved'
      and exists (select from person c where c.id = p.client_id and ${blockedBy(at)} is null) order by p.number`,
    sql`${evidenceColumns}, d.scheme, d.country, d.holder,
        (select count(*)::int from payout_file_line l where l.payment_id = p.id) as earlier`,
  );
  const paused = await pausedAmong(app, tx, [...new Set(payouts.map(({ clientId }) => clientId))]);
  return payouts.filter((payout) => !paused.has(payout.clientId) && isApproved(app, payout));
}

function transferOf(payout: Payout): Transfer {
  const { number, earlier, scheme, country, holder, destinationAccount: account, destinationDetails } = payout;
  if (account === null) throw new Error(`withdrawal ${payout.id} has no account`);
  const details: Fields = destinationDetails ?? {};
  return {
    // A second order of one payment must not look like the first one again.
    endToEndId: earlier === 0 ? `P-${number}` : `P-${number}-R${earlier + 1}`,
    uetr: randomUUID(),
    amountMinor: netOf(payout),
    name: holder,
    account: isoAccount({ scheme, country, account, details }),
  };
}

async function insertLines(tx: Tx, fileId: string, order: PaymentOrder, payouts: readonly Payout[]): Promise<void> {
  const { transfers } = order;
  await tx.run(sql`
    insert into payout_file_line (file_id, position, block, payment_id, client_id, end_to_end_id, uetr, amount)
    select ${fileId}, position, block, payment_id, client_id, end_to_end_id, uetr, amount
    from unnest(
      ${transfers.map((transfer) => blockOf(order, transfer))}::int[], ${payouts.map(({ id }) => id)}::uuid[],
      ${payouts.map(({ clientId }) => clientId)}::uuid[], ${transfers.map(({ endToEndId }) => endToEndId)}::text[],
      ${transfers.map(({ uetr }) => uetr)}::uuid[], ${transfers.map(({ amountMinor }) => amountMinor)}::bigint[]
    ) with ordinality line (block, payment_id, client_id, end_to_end_id, uetr, amount, position)`);
}

/** A file, as two people are asked about it. */
interface Subject {
  id: string;
  number: bigint;
  currency: string;
  total: bigint;
  lines: number;
  hash: Buffer;
  /** By which it reaches the bank; null where staff download it. */
  connectionId?: string | null;
}

/** Asks a second person about a file. The request names its hash and the connection, so it is about these very bytes to this bank. */
export async function requestAct(
  app: App,
  tx: Tx,
  me: Person,
  { id, number, currency, total, lines, hash, connectionId }: Subject,
  act: 'release' | 'give_up',
  reason: string,
): Promise<void> {
  const name = fileNumber({ number });
  const amount = toDecimal(total, currency);
  const value = { name, act, currency, amount, count: lines, sha256: hash.toString('hex'), connection: connectionId };
  const details = { bank_file: name, currency, amount, lines: String(lines) };
  if (act === 'release') await writeAudit(tx, app.clock, { actorId: me.id, action: 'payments.make_file', details });
  await requestApproval(app, tx, me, {
    subject: { kind: 'payout_file', key: id, clientId: null },
    was: sql`'null'::jsonb`,
    value: sql`${JSON.stringify(value)}::jsonb`,
    reason,
    details: { about: 'payout_file', ...details },
  });
}
