import { proofsPerPayment } from '#contract/kernel/file-rules.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { linkFile } from '#server/platform/files/link-file.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { moveOn } from '../lifecycle/move.ts';
import { readInfo } from '../payment-info.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';
import { proofsLeft } from './proofs.ts';

interface Proof {
  payment_id: string;
  files: string[];
}

/**
 * Adds proofs to a bank transfer, which counts as reported from then on.
 * @throws Refusal `http.not_found`, `payments.state`, `payments.proof_limit`, `files.gone`
 */
export async function uploadProof(
  app: App,
  me: Pick<Person, 'id'>,
  language: Language,
  body: Proof,
  key: string,
): Promise<PaymentInfo> {
  const mine = sql`p.id = ${body.payment_id} and p.client_id = ${me.id} and p.kind <> 'adjustment'`;
  const at = app.clock.now();
  await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action: 'payments.upload_proof', body }, async () => {
      const payment = await lockPayment(tx, mine);
      await addProofs(tx, payment, body.files, at);
      if (payment.state === 'awaiting_payment')
        await moveOn(app, tx, payment, 'under_review', { by: { kind: 'client', id: me.id }, at });
      return payment.id;
    }),
  );
  return readInfo(app, language, mine);
}

async function addProofs(tx: Tx, payment: PaymentRow, files: readonly string[], at: Date): Promise<void> {
  const { id, clientId } = payment;
  if (proofsLeft(payment, 0) === 0) throw refuse('payments.state');
  const { sent } = await tx.one<{ sent: number }>(sql`
    select count(*)::int as sent from payment_proof where payment_id = ${id}`);
  if (files.length > proofsLeft(payment, sent)) throw refuse('payments.proof_limit', { max: proofsPerPayment });
  for (const [index, fileId] of files.entries()) {
    await linkFile(tx, { id: fileId, ownerId: clientId, purpose: 'payment_proof', at });
    await tx.run(sql`
      insert into payment_proof (file_id, payment_id, client_id, position, at)
      values (${fileId}, ${id}, ${clientId}, ${sent + index + 1}, ${at})`);
  }
}
