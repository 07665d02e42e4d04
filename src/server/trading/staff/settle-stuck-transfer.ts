import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditActionOf } from '#contract/staff/audit-names.ts';
import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { StuckTransfer } from '#contract/trading/staff-transfers.ts';
import type { TransferOutcome } from '#contract/trading/transfer-names.ts';
import type { App } from '#server/platform/app.ts';
import { checkApprover, lockPeopleOf } from '#server/platform/approvals/check-approver.ts';
import { endRequest, insertRequest } from '#server/platform/approvals/store-request.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { tradingPlatform } from '../accounts.ts';
import { settleLate, transferColumns, type Transfer } from '../transfer-money.ts';
import { isStuck, readStuckTransfer, type Asker } from './stuck-transfers.ts';

/** The person of staff who acts, and their idempotency key. */
interface Staff {
  me: Asker;
  key: string;
}

interface Locked extends Transfer {
  currency: string;
  isSettled: boolean;
}

/**
 * Locks a transfer for its end: first the people, in whose order transfers of one client cross too, then the row.
 * @throws Refusal `http.not_found`, `payments.own_request`, `trading.transfer_settled`
 */
async function lockStuck(app: App, tx: Tx, me: Asker, id: string): Promise<Locked> {
  const read = () =>
    tx.maybeOne<Locked>(sql`
      select ${transferColumns}, a.currency, t.settled_at is not null as "isSettled"
      from trading_transfer t join trading_account a on a.id = t.account_id
      where t.id = ${id} and (t.settled_at is not null or ${isStuck(app)})`);
  const found = await read();
  if (!found) throw notFound();
  if (found.clientId === me.id) throw refuse('payments.own_request');
  await lockPeopleOf(tx, async () => {
    const proposer = await tx.rows<{ id: string }>(sql`
      select author_id as id from approval_request where transfer_id = ${id} and state = 'open'`);
    return [me.id, found.clientId, ...proposer.map((by) => by.id)];
  });
  await tx.run(sql`select from trading_transfer where id = ${id} for update`);
  const transfer = (await read()) ?? found;
  if (transfer.isSettled) throw refuse('trading.transfer_settled');
  return transfer;
}

/** Writes the audit entry of a staff action on a transfer. */
function audit(app: App, tx: Tx, me: Asker, action: AuditActionOf<'trading'>, transfer: Locked, details: AuditDetails) {
  const { id, clientId, direction, amountMinor, currency, accountNumber } = transfer;
  const amount = `${toDecimal(amountMinor, currency)} ${currency}`;
  const what = { transfer: id, direction, amount, trading_account: String(accountNumber) };
  return writeAudit(tx, app.clock, { actorId: me.id, clientId, action, details: { ...what, ...details } });
}

/**
 * Requests the result of a transfer from the platform, before any lock, and settles the transfer by it.
 * @throws Refusal `http.not_found`, `payments.own_request`, `trading.transfer_settled`, `ledger.insufficient_funds`
 */
export async function queryTransferStatus(
  app: App,
  me: Asker,
  { transfer_id: id }: { transfer_id: string },
): Promise<ResponseBody<Api['trading.query_transfer_status']>> {
  await app.db.tx((tx) => lockStuck(app, tx, me, id));
  const snapshots = await tradingPlatform(app).balanceChange(`transfer:${id}`);
  await app.db.tx(async (tx) => {
    const transfer = await lockStuck(app, tx, me, id);
    await tx.run(sql`update trading_transfer set checked_at = ${app.clock.now()} where id = ${id}`);
    await settleLate(app, tx, transfer, snapshots);
    await audit(app, tx, me, 'trading.query_transfer_status', transfer, { transfer_outcome: snapshots });
  });
  return { outcome: snapshots, transfer: await readStuckTransfer(app, me, id) };
}

/**
 * States the outcome of a transfer; nothing moves until another person agrees.
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `payments.own_request`, `trading.transfer_settled`,
 * `trading.outcome_proposed`
 */
export async function proposeOutcome(
  app: App,
  { me, key }: Staff,
  body: { transfer_id: string; outcome: TransferOutcome; note: string },
): Promise<StuckTransfer> {
  const { transfer_id: id, outcome, note } = body;
  await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action: 'trading.propose_outcome', body }, async () => {
      const transfer = await lockStuck(app, tx, me, id);
      const added = await insertRequest(app, tx, me.id, {
        kind: 'transfer',
        key: id,
        clientId: transfer.clientId,
        value: sql`${JSON.stringify({ outcome })}::jsonb`,
        reason: note,
        at: app.clock.now(),
        expiresAt: null,
      });
      await app.realtime.notifyQueues(tx, 'queue.approvals');
      if (added === null) throw refuse('trading.outcome_proposed');
      await audit(app, tx, me, 'trading.propose_outcome', transfer, { outcome, note });
      return id;
    }),
  );
  return readStuckTransfer(app, me, id);
}

/** The outcome that a person states for a transfer, before the decision. */
interface OpenOutcome extends RowMac {
  id: string;
  outcome: TransferOutcome;
  by: string;
  proposedAt: Date;
}

/**
 * Decides on the outcome that another person states for a transfer, by the request that the caller has seen. Approved, it settles the transfer: its money is on
 * the account or in the wallet. Rejected, the transfer stays pending.
 * @throws Refusal `http.idempotency_mismatch`, `http.not_found`, `payments.own_request`, `trading.transfer_settled`,
 * `trading.no_outcome`, `approvals.request_closed`, `payments.own_approval_request`, as `approvalRefusals` lists them, `ledger.insufficient_funds`
 */
export async function decideOutcome(
  app: App,
  { me, key }: Staff,
  body: {
    transfer_id: string;
    approval_request_id: string;
    decision: 'approve' | 'reject';
    overrule?: string | undefined;
  },
): Promise<StuckTransfer> {
  const { transfer_id: id, decision, overrule } = body;
  await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action: 'trading.decide_outcome', body }, async () => {
      const transfer = await lockStuck(app, tx, me, id);
      const approvalRequest = await tx.maybeOne<OpenOutcome>(sql`
        select r.id, r.value ->> 'outcome' as outcome, r.author_id as by, r.created_at as "proposedAt", ${macColumns('approval_request')}
        from approval_request r where r.transfer_id = ${id} and r.state = 'open'`);
      if (!approvalRequest) throw refuse('trading.no_outcome');
      if (approvalRequest.id !== body.approval_request_id) throw refuse('approvals.request_closed');
      if (approvalRequest.by === me.id) throw refuse('payments.own_approval_request');
      const { outcome, by: authorId, proposedAt } = approvalRequest;
      const at = app.clock.now();
      const approved = decision === 'approve';
      const proposed = { table: 'approval_request', key: approvalRequest.id, ...approvalRequest } as const;
      const parties = { proposed, authorId, approverId: me.id, proposedAt };
      const mark = approved ? await checkApprover(app, tx, { kind: 'transfer', ...parties, at, overrule }) : {};
      const state = approved ? 'approved' : 'declined';
      await endRequest(app, tx, approvalRequest.id, { state, byId: me.id, at, overrule });
      await app.realtime.notifyQueues(tx, 'queue.approvals');
      if (approved) await settleLate(app, tx, transfer, outcome === 'booked' ? 'done' : 'refused');
      await audit(app, tx, me, 'trading.decide_outcome', transfer, { decision, outcome, ...mark });
      return id;
    }),
  );
  return readStuckTransfer(app, me, id);
}
