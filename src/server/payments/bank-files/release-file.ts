import type { BankFile } from '#contract/payments/bank-files.ts';
import type { BankFileAct } from '#contract/payments/bank-file-names.ts';
import type { App } from '#server/platform/app.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { blockedBy } from '../withdrawals/held-back.ts';
import { planDelivery } from './deliver-files.ts';
import { fileNumber, isExecuted, readFile } from './file-row.ts';
import { requestAct } from './make-file.ts';
import { endDelivery } from './read-answer.ts';
import { countStopped, lockReleased, releasedContent } from './released-file.ts';

/**
 * Applies what two people agreed on about a file. It is released only with all of it as it was: a withdrawal that was
 * blocked since, or a day of payment that has passed, stops the file, which is then declined and made again.
 */
export const bankFileApproval = (app: App): ApprovalHandler => ({
  async lock(tx, { key }, me) {
    await tx.run(sql`select from payout_file where id::text = ${key} for update`);
    await tx.run(sql`
      select from person where id = ${me.id} or id in (select client_id from payout_file_line where file_id::text = ${key})
        or id in (select author_id from approval_request where kind = 'payout_file' and key = ${key})
      order by id for no key update`);
  },
  async apply(tx, me, { id: requestId, subject, value, reason, author, mark }, at) {
    const { act, name, connection } = value as { act: BankFileAct; name: string; connection?: string | null };
    const id = subject.key ?? '';
    if (act === 'release') {
      const { count } = await tx.one<{ count: number }>(sql`
        select count(*)::int as count from payout_file_line l join payment p on p.id = l.payment_id join person c on c.id = p.client_id
        where l.file_id = ${id} and (p.state <> 'ordered' or ${blockedBy(at)} is not null or p.client_id = ${me.id})`);
      if (count > 0) throw refuse('payments.file_blocked', { count });
      const isPast = await tx.maybeOne(sql`
        select from payout_file where id = ${id} and pay_on < (${at}::timestamptz at time zone 'UTC')::date`);
      if (isPast) throw refuse('payments.file_past');
    } else {
      // What the bank executes is sent first, so that no withdrawal is paid again.
      const accepted = await tx.maybeOne(sql`
        select from payout_file_line l join payment p on p.id = l.payment_id
        where l.file_id = ${id} and l.ended_at is null and p.state = 'ordered' and ${isExecuted} limit 1`);
      if (accepted) throw refuse('approvals.outdated');
      // Who requested this did not know that the bank says it has paid after all.
      const contradicted = await tx.maybeOne(sql`
        select from payout_file_line l where l.file_id = ${id} and l.ended_at is null and l.contradiction is not null
          and l.answered_at >= (select created_at from approval_request where id = ${requestId}) limit 1`);
      if (contradicted) throw refuse('approvals.outdated');
      // An attempt to deliver it is under way, or broke off: first it is found out whether the bank has the file.
      const isSending = await tx.maybeOne(sql`
        select from payout_file_delivery where file_id = ${id} and state = 'sending' for update`);
      if (isSending) throw refuse('payments.file_sending');
    }
    const changed = await tx.run(
      act === 'release'
        ? sql`update payout_file set released_at = ${at} where id = ${id} and released_at is null and ended_at is null`
        : sql`update payout_file set ended_at = ${at} where id = ${id} and released_at is not null and ended_at is null`,
    );
    if (changed === 0) throw refuse('approvals.outdated');
    if (act === 'release' && connection) await planDelivery(tx, id, connection, at);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: act === 'release' ? 'payments.release_file' : 'payments.give_up_file',
      details: { bank_file: name, reason, proposed_by: author, ...mark },
    });
  },
});

/**
 * Requests that what the bank has rejected or not answered of a released file counts as not paid.
 * @throws Refusal as `payments.give_up_file` lists them
 */
export async function giveUpFile(
  app: App,
  me: Person,
  body: { file_id: string; reason: string },
  key: string,
): Promise<BankFile> {
  const id = await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action: 'payments.give_up_file', body }, async () => {
      const file = await lockReleased(tx, body.file_id);
      await requestAct(app, tx, me, file, 'give_up', body.reason);
      return file.id;
    }),
  );
  return readFile(app.db, id);
}

/**
 * States that the bank executes all lines that it has not answered yet. A job then pays them in the books.
 * @throws Refusal as `payments.confirm_file` lists them
 */
export async function confirmFile(app: App, me: Person, body: { file_id: string }, key: string): Promise<BankFile> {
  const id = await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action: 'payments.confirm_file', body }, async () => {
      const file = await lockReleased(tx, body.file_id);
      const changed = await tx.run(sql`
        update payout_file_line set status = 'ACSP', answered_at = ${app.clock.now()}
        where file_id = ${file.id} and ended_at is null and payout_status_rank(status) < payout_status_rank('ACSP')`);
      await endDelivery(tx, file.id, app.clock.now());
      const details = { bank_file: fileNumber(file), changed: String(changed) };
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'payments.confirm_file', details });
      return file.id;
    }),
  );
  return readFile(app.db, id);
}

/** The bank may have the file, or has answered it, as far as Atrium knows. */
const isAtBank = sql`
  exists (select from payout_file_delivery d where d.file_id = f.id and d.state <> 'waiting')
  or exists (select from payout_file_line l where l.file_id = f.id and l.status is not null)`;

/**
 * The file, byte for byte as two people released it; with a withdrawal that was stopped since only once the bank has it.
 * @throws Refusal `http.not_found`, `payments.file_state`, `approvals.changed` when it or its release was changed past the program,
 * `payments.file_blocked`
 */
export async function downloadFile(app: App, me: Person, id: string): Promise<FileResponse> {
  const content = await app.db.tx(async (tx) => {
    const file = await lockReleased(tx, id);
    const { content: bytes } = await releasedContent(app, tx, file);
    const leaves =
      (await tx.maybeOne(sql`select from payout_file f where f.id = ${id} and (${isAtBank})`)) === undefined;
    const count = leaves ? await countStopped(tx, id, app.clock.now()) : 0;
    if (count > 0) throw refuse('payments.file_blocked', { count });
    const details = { bank_file: fileNumber(file) };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'payments.download_file', details });
    return { bytes, number: fileNumber(file) };
  });
  return { name: `${content.number}.xml`, type: 'application/xml', content: content.bytes };
}
