import type { AtProvider, Finding } from '#contract/payments/provider-endpoints.ts';
import type { ProviderFinding } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { knownDecimal } from '#server/platform/formats/known-decimal.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { numberOf } from '../payment-row.ts';

interface Row {
  id: string;
  kind: ProviderFinding;
  paymentId: string;
  number: bigint;
  clientId: string;
  clientName: string;
  subject: string;
  amount: bigint | null;
  currency: string | null;
  answerBy: Date | null;
  foundAt: Date;
}

interface Open {
  clientId: string;
  number: bigint;
  kind: ProviderFinding;
  /** A withdrawal that could be paid otherwise. */
  isUndecided: boolean;
}

const pageSize = 100;
/** What has to be answered soonest, then the oldest. */
const place = sql`coalesce(f.answer_by, 'infinity'), f.found_at, f.id`;

/** The open ones, in pages. */
export async function listFindings(
  { db }: App,
  { payment_id: paymentId, cursor }: { payment_id?: string | undefined; cursor?: string | undefined },
): Promise<{ findings: Finding[]; next_cursor: string | null }> {
  const rows = await db.rows<Row>(sql`
    select f.id, f.kind, f.payment_id as "paymentId", p.number, p.client_id as "clientId", c.full_name as "clientName", f.subject, f.amount,
           f.currency, f.answer_by as "answerBy", f.found_at as "foundAt"
    from provider_finding f join payment p on p.id = f.payment_id join person c on c.id = p.client_id
    where f.closed_at is null and (${paymentId ?? null}::uuid is null or f.payment_id = ${paymentId ?? null})
      and (${cursor ?? null}::uuid is null or (${place}) > (select ${place} from provider_finding f where f.id = ${cursor ?? null}))
    order by ${place} limit ${pageSize + 1}`);
  const page = rows.slice(0, pageSize);
  const findings = page.map(({ id, kind, subject, amount, currency, ...row }) => ({
    id,
    kind,
    payment: { id: row.paymentId, number: numberOf(row) },
    client: { id: row.clientId, name: row.clientName },
    subject,
    amount: amount === null || currency === null ? null : knownDecimal(amount, currency),
    amount_minor: amount === null ? null : String(amount),
    currency,
    answer_by: row.answerBy?.toISOString() ?? null,
    found_at: row.foundAt.toISOString(),
  }));
  return { findings, next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

/**
 * Notes what was done about one.
 * An unexpected payment keeps its withdrawal from being paid again, so it stays until that is sent or has failed.
 * @throws Refusal `http.not_found`, also when it is closed; `payments.own_request`, `payments.finding_undecided`
 */
export async function closeFinding(
  app: App,
  me: Pick<Person, 'id'>,
  { finding_id: id, note }: { finding_id: string; note: string },
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const found = await tx.maybeOne<Open>(sql`
      select p.client_id as "clientId", p.number, f.kind, p.state in ('approved', 'ordered') as "isUndecided"
      from provider_finding f join payment p on p.id = f.payment_id
      where f.id = ${id} and f.closed_at is null for update of f, p`);
    if (!found) throw notFound();
    const { clientId, number, kind, isUndecided } = found;
    if (clientId === me.id) throw refuse('payments.own_request');
    if (kind === 'payout_unexpected' && isUndecided) throw refuse('payments.finding_undecided');
    await tx.run(sql`
      update provider_finding set closed_at = ${app.clock.now()}, closed_by = ${me.id}, note = ${note} where id = ${id}`);
    const details = { payment: numberOf({ number }), finding: kind };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'payments.close_finding', details });
    await app.realtime.notifyQueues(tx, 'queue.payments');
  });
  return { status: 'ok' };
}

/** A payment by card, or the latest order of a payout, as its provider has it, for staff. */
export async function readAtProvider(db: Queries, paymentId: string): Promise<AtProvider | null> {
  const row = await db.maybeOne<{
    name: string;
    id: string | null;
    answer: string | null;
    received: bigint | null;
    currency: string | null;
    paidAt: Date | null;
    instrument: string | null;
    holder: string | null;
    country: string | null;
    checkedAt: Date | null;
  }>(sql`
    select coalesce(n.value ->> 'name', n.adapter) as name, v.provider_id as id, null as answer, v.received, v.received_currency as currency,
           v.paid_at as "paidAt", v.instrument, v.holder, v.card_country as country, v.checked_at as "checkedAt"
    from provider_payment v join connection n on n.id = v.connection_id where v.payment_id = ${paymentId}
    union all (
      select coalesce(n.value ->> 'name', n.adapter), o.provider_id, o.answer, null, null, null, null, null, null, o.checked_at
      from provider_payout o join connection n on n.id = o.connection_id where o.payment_id = ${paymentId}
      order by o.created_at desc limit 1)`);
  if (!row) return null;
  const { name, id, answer, received, currency, instrument, holder } = row;
  return {
    name,
    id,
    answer,
    received: received === null || currency === null ? null : knownDecimal(received, currency),
    received_minor: received === null ? null : String(received),
    received_currency: currency,
    paid_at: row.paidAt?.toISOString() ?? null,
    instrument,
    holder,
    card_country: row.country,
    checked_at: row.checkedAt?.toISOString() ?? null,
  };
}
