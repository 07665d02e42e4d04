import type { DepositReport } from '#contract/payments/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { ApiKey } from '#server/platform/secrets/api-key.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { callByKey } from '#server/platform/session/program-write.ts';
import { minWith, readAmount, usdValue } from '../amounts.ts';
import { insertDeposit } from '../deposits/announce.ts';
import { moveOn } from '../lifecycle/move.ts';
import { termsOf } from '../methods.ts';

/**
 * Stores money that came in as a deposit for staff to review; who answers for the key never credits it. It has arrived,
 * so limits and restrictions do not stop the report: the limits count when it is credited.
 * @throws Refusal `http.idempotency_mismatch` for a reference of another report, `http.not_found`, also for a closed client and the
 * administrator of the key; `payments.method`, `payments.amount_scale`, `payments.amount_min`
 */
export function reportDeposit(
  app: App,
  tx: Tx,
  by: Actor,
  { program, body }: { program: ApiKey; body: DepositReport },
): Promise<string> {
  const once = callByKey('operator_api.report_deposit', { program, key: `reference ${body.reference}`, body });
  return runIdempotent(app, tx, once, () => storeReport(app, tx, by, body));
}

async function storeReport(app: App, tx: Tx, by: Actor, report: DepositReport): Promise<string> {
  const { client_id: clientId, currency, reference, sender } = report;
  const wallet = await tx.maybeOne<{ id: string }>(sql`
    select w.id from person c join wallet w on w.client_id = c.id and w.currency = ${currency}
    where c.id = ${clientId} and c.id <> ${by.id} and c.closed_at is null for no key update of c`);
  if (!wallet) throw notFound();
  const terms = await termsOf(app, tx, { method: 'bank_transfer', kind: 'deposit', currency }, 'currency');
  const amount = readAmount(report.amount, currency, { min: minWith(terms) });
  const usd = await usdValue(tx, amount, currency);
  const move = { by: { kind: 'staff', id: by.id }, at: app.clock.now() } as const;
  const received = {
    createdBy: by.id,
    keyId: by.program?.id,
    clientId,
    walletId: wallet.id,
    amount,
    usd,
    bankReference: reference,
    note: sender,
  };
  const id = await insertDeposit(app, tx, terms, { ...received, ...move });
  await moveOn(app, tx, { id, clientId, kind: 'deposit', state: 'awaiting_payment' }, 'under_review', move);
  const details = { amount: report.amount, currency, reference, note: sender, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'payments.report_deposit', details });
  return id;
}
