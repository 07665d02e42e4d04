import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { receiveTransfer } from '#server/payments/deposits/receive-transfer.ts';
import { isOtherPayer, markOtherPayer } from '#server/payments/deposits/other-payer.ts';
import { voidStates } from '#server/payments/rules.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { findCandidates } from './find-candidates.ts';
import { isTaken } from './line-row.ts';
import { readShown } from './lines.ts';
import { isOpen, mayCredit, readLine, type OpenLine } from './open-line.ts';
import { carryOut, isReadBefore, ownerOfLine } from './settle-lines.ts';

/**
 * Credits a line in the name of the person who says whose it is: to a deposit, or to a client who announced none. The line is
 * locked: of two who decide on one line, the first counts.
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `reconciliation.settled`, and as `receiveTransfer` and
 * `payments.credit_deposit`
 */
export async function creditLine(
  app: App,
  me: Pick<Person, 'id'>,
  key: string,
  body: { line_id: string; payment_id?: string | undefined; client_id?: string | undefined },
): Promise<StatementLineInfo> {
  const { line_id: id, payment_id: given, client_id: clientId } = body;
  if ((given === undefined) === (clientId === undefined)) throw refuseField('payment_id', 'validation.required');
  const call = { ownerId: me.id, key, action: 'reconciliation.credit_line', body, resultId: id };
  await app.db.tx((tx) =>
    runIdempotent(app, tx, call, async () => {
      const line = await readLine(tx, id, sql`for update of l`);
      const paymentId = clientId
        ? await depositOf(app, tx, me.id, clientId, line)
        : await chosen(app, tx, me.id, given ?? '', line);
      const from = ['awaiting_payment', 'under_review', ...voidStates] as const;
      const result = await carryOut(app, tx, { staffId: me.id, from }, line, { id: paymentId, kind: 'deposit' });
      await tx.run(sql`
        update statement_line set result = ${result}, doubt = null, repeats = null, payment_id = ${paymentId}, confidence = coalesce(confidence, 0),
          decided_by = ${me.id}, decided_at = ${app.clock.now()}
        where id = ${id}`);
      const details = { run: line.runId, name: line.run, line: String(line.number) };
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.credit_line', details });
      return id;
    }),
  );
  return readShown(app, id);
}

/** A new deposit of the client. */
async function depositOf(app: App, tx: Tx, staffId: string, clientId: string, line: OpenLine): Promise<string> {
  if (!mayCredit(app, line) || line.method !== 'bank_transfer') throw refuse('reconciliation.settled');
  await lockPeople(tx, staffId, clientId);
  const owner = await ownerOfLine(app, tx, line, line.method);
  // What may be booked already is not booked again by one person.
  const isOthers = isOfAnother(owner, clientId) || (await isReadBefore(tx, line.runId, line, clientId));
  return receiveTransfer(app, tx, { clientId, by: { kind: 'staff', id: staffId }, isOthers }, line);
}

/** Whether an account is the own one of another client, or may be, as whose it is was changed past the program. */
const isOfAnother = (owner: Awaited<ReturnType<typeof ownerOfLine>>, clientId: string): boolean =>
  owner === 'forged' || (owner !== null && owner.clientId !== clientId);

/**
 * The deposit that was given. Where the line neither names it nor was paid in its client’s name, or came to the own account of
 * another client or to one that was forged, only the word of staff says that it is it, so it takes two.
 */
async function chosen(app: App, tx: Tx, staffId: string, paymentId: string, line: OpenLine): Promise<string> {
  const deposit = await tx.maybeOne<{ isTaken: boolean; clientId: string; fullName: string }>(sql`
    select ${isTaken} as "isTaken", c.id as "clientId", c.full_name as "fullName"
    from payment p join person c on c.id = p.client_id
    where p.id = ${paymentId} and p.kind = 'deposit' and p.method = ${line.method} and p.currency = ${line.currency}`);
  if (!deposit) throw notFound();
  if (!mayCredit(app, line) || deposit.isTaken) throw refuse('reconciliation.settled');
  const owner = await ownerOfLine(app, tx, line, line.method);
  const isOthers = isOfAnother(owner, deposit.clientId);
  const candidates = await findCandidates(tx, line, line.method, owner === 'forged' ? null : owner);
  const isNamed = candidates.some(({ id, namedBy }) => id === paymentId && namedBy === 'reference');
  if (isOthers || (!isNamed && isOtherPayer(line.name, deposit.fullName))) {
    await lockPeople(tx, staffId, deposit.clientId);
    await markOtherPayer(app, tx, paymentId);
  }
  return paymentId;
}

/** @throws Refusal `http.not_found`, `reconciliation.settled` */
export async function dismissLine(
  app: App,
  me: Pick<Person, 'id'>,
  { line_id: id, note }: { line_id: string; note: string },
) {
  await app.db.tx(async (tx) => {
    const line = await readLine(tx, id, sql`for update of l`);
    if (!isOpen(line)) throw refuse('reconciliation.settled');
    await tx.run(sql`
      update statement_line set result = 'dismissed', note = ${note}, decided_by = ${me.id}, decided_at = ${app.clock.now()} where id = ${id}`);
    const details = { run: line.runId, name: line.run, line: String(line.number), note };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.dismiss_line', details });
  });
  return { status: 'ok' as const };
}
