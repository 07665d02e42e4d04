import type { PaymentAction, PaymentState } from '#contract/payments/names.ts';
import { accountFields } from '#contract/payments/payouts/schemes.ts';
import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { Fields } from '../destinations/account-checks.ts';
import { readDestinations } from '../destinations/destinations.ts';
import { maskAccount, isByProvider } from '../methods.ts';
import { readingTogether } from '#server/platform/reading-together.ts';
import { showInfo } from '../payment-info.ts';
import { numberOf, readPayment, readPayments, showPayment } from '../payment-row.ts';
import { railFor } from '../payouts/choose-rail.ts';
import { refundRailOf } from '../payouts/refund-rail.ts';
import { evidenceColumns, isUnchanged, type Evidence } from '../unchanged.ts';
import { returnOf } from '../withdrawals/to-card.ts';
import { changedCheck, checksOf } from './checks.ts';
import { approvedActions } from '../rules.ts';
import { readAtProvider } from './findings.ts';
import { actionsOf, readStoredQueueRows, showQueueRow, type StoredQueueRow } from './queue-row.ts';

type Asker = Pick<Person, 'id' | 'roles' | 'numberStyle'>;

/**
 * A request with all that a decision needs.
 * @throws Refusal `http.not_found`
 */
export async function readQueueItem(app: App, me: Asker, language: Language, id: string): Promise<QueueItem> {
  const item = await readingTogether(app, (on) => readItem(on, me, language, id));
  const closed: PaymentAction[] = [];
  const rail = item.actions.includes('send_payout') ? await railFor(app, id) : undefined;
  if (!rail) closed.push('send_payout');
  if (
    isByProvider(item.payment.method) &&
    item.actions.includes('refund') &&
    (await refundRailOf(app, id))?.isOn === false
  )
    closed.push('refund');
  if (item.payment.method === 'card' && item.actions.includes('charge_back') && (await returnOf(app.db, id)))
    closed.push('charge_back', 'reverse');
  const { leavesOut = [] } = rail?.port ?? {};
  return {
    ...item,
    payout_by: rail?.name ?? null,
    payout_leaves_out: item.destination_details.map(({ field }) => field).filter((field) => leavesOut.includes(field)),
    actions: item.actions.filter((action) => !closed.includes(action)),
  };
}

async function readItem(
  app: App,
  me: Asker,
  language: Language,
  id: string,
): Promise<Omit<QueueItem, 'payout_by' | 'payout_leaves_out'>> {
  const { db } = app;
  const [row] = await readStoredQueueRows<Evidence>(app, me.id, sql`p.id = ${id}`, evidenceColumns);
  if (!row) throw notFound();
  const unchanged = isUnchanged(app, row);
  const actions = actionsOf(me, row);
  const [info, operation, reverses, atProvider, persons, checks, history, approvals, approverNeeded] =
    await Promise.all([
      showInfo(app, language, row),
      readOperation(db, row),
      readReversed(db, row),
      row.kind === 'withdrawal' || isByProvider(row.method) ? readAtProvider(db, row.id) : null,
      readPersons(app, language, row),
      checksOf(app, { language, numberStyle: me.numberStyle }, row),
      readHistory(db, row.id),
      readApprovals(db, row.id),
      readSecondNeeded(app, me.id, id, actions),
    ]);
  return {
    payment: showQueueRow(app, language, me, row),
    info,
    destination_account: unchanged ? destinationFor(me, row) : null,
    destination_details: unchanged && maySend(me, row) ? listFields(row.destinationDetails) : [],
    operation_id: operation,
    reverses,
    reversed_by: row.reversedBy,
    received: row.received === null ? null : toDecimal(row.received, row.currency),
    at_provider: atProvider,
    note: row.note,
    bank_reference: row.bankReference,
    ...persons,
    checks: [...(unchanged ? [] : [changedCheck(app, language)]), ...checks],
    history,
    approvals,
    approver_needed: approverNeeded,
    actions,
  };
}

/**
 * The ledger operation that `payments.reverse` would reverse; null before it is booked, and for kinds that are reversed
 * in another way.
 */
async function readOperation(db: Queries, { id, kind, reverses }: StoredQueueRow): Promise<string | null> {
  if (kind === 'withdrawal' || reverses !== null) return null;
  const key = kind === 'deposit' ? 'credit' : 'adjust';
  const booking = await db.maybeOne<{ id: string }>(
    sql`select id from ledger_transaction where scope = ${`payment:${id}`} and key = ${key}`,
  );
  return booking?.id ?? null;
}

async function readReversed(db: Queries, { reverses }: StoredQueueRow): Promise<QueueItem['reverses']> {
  if (reverses === null) return null;
  const row = await readPayment(db, sql`p.id = ${reverses}`);
  return { id: row.id, number: numberOf(row) };
}

/** The whole number is shown to staff who send the money, and only while there is something to send. */
function destinationFor(me: Asker, row: StoredQueueRow): string | null {
  const { method, destinationAccount: account } = row;
  if (account === null || !method) return null;
  return maySend(me, row) ? account : maskAccount(method, account);
}

const maySend = ({ roles }: Asker, { state }: StoredQueueRow): boolean =>
  (roles.includes('finance') || roles.includes('admin')) &&
  ['in_review', 'approved', 'ordered', 'sent'].includes(state);

/** In the order in which forms ask for them. */
const listFields = (fields: Fields | null): QueueItem['destination_details'] =>
  accountFields.flatMap((field) => {
    const value = fields?.[field];
    return value === undefined ? [] : [{ field, value }];
  });

/** For actions without an approval so far: why this person may not approve alone, by their totals now. */
const readSecondNeeded = ({ db, clock }: App, staffId: string, paymentId: string, actions: readonly PaymentAction[]) =>
  db.rows<QueueItem['approver_needed'][number]>(sql`
    select asked as action, because
    from payment p, unnest(${actions}::text[]) asked, second_approver_reason(p, asked, ${staffId}, ${clock.now()}) because
    where p.id = ${paymentId} and asked = any(${approvedActions}::text[]) and because is not null
      and not exists (select from payment_approval a where a.payment_id = p.id and a.action = asked and a.stands)`);

async function readPersons(app: App, language: Language, row: StoredQueueRow) {
  const { db } = app;
  const [client, maker, recent, balances, destinations] = await Promise.all([
    db.one<{ email: string; country: string; verified: boolean; createdAt: Date }>(sql`
      select email, country, email_verified_at is not null as verified, created_at as "createdAt" from person where id = ${row.clientId}`),
    db.one<{ id: string; name: string }>(sql`select id, full_name as name from person where id = ${row.createdBy}`),
    readPayments(db, sql`p.client_id = ${row.clientId} and p.id <> ${row.id} order by p.id desc limit 10`),
    readBalances(db, row.clientId),
    readDestinations(db, sql`d.client_id = ${row.clientId}`),
  ]);
  return {
    maker,
    client: {
      id: row.clientId,
      name: row.name,
      email: client.email,
      country: client.country,
      level: row.level,
      email_verified: client.verified,
      created_at: client.createdAt.toISOString(),
      balances,
      recent: recent.map((each) => showPayment(app, language, each)),
      destinations,
    },
  };
}

async function readBalances(db: Queries, clientId: string) {
  const rows = await db.rows<{ id: string; currency: string; available: bigint; held: bigint }>(sql`
    select w.id, w.currency, a.amount as available, h.amount as held
    from wallet w join ledger_balance a on a.account_id = w.available_id join ledger_balance h on h.account_id = w.held_id
    where w.client_id = ${clientId} order by w.created_at, w.id`);
  return rows.map(({ id, currency, available, held }) => ({
    wallet_id: id,
    currency,
    available: toDecimal(available, currency),
    held: toDecimal(held, currency),
  }));
}

interface Event {
  state: PaymentState;
  by: string | null;
  at: Date;
}

async function readHistory(db: Queries, paymentId: string): Promise<QueueItem['history']> {
  const rows = await db.rows<Event>(sql`
    select s.state, c.full_name as by, s.at
    from payment_status_history s left join person c on c.id = s.by_id where s.payment_id = ${paymentId} order by s.id`);
  return rows.map(({ state, by, at }) => ({ state, by, at: at.toISOString() }));
}

interface Approval {
  action: PaymentAction;
  by: string;
  at: Date;
  withdrawn: boolean;
  same_network: boolean;
  overrule: string | null;
}

async function readApprovals(db: Queries, paymentId: string): Promise<QueueItem['approvals']> {
  const rows = await db.rows<Approval>(sql`
    select a.action, c.full_name as by, a.at, not a.stands as withdrawn,
           a.same_network, a.overrule
    from payment_approval a join person c on c.id = a.staff_id where a.payment_id = ${paymentId} order by a.id, a.place`);
  return rows.map(({ at, ...approval }) => ({ ...approval, at: at.toISOString() }));
}

/**
 * The wallets of a client, to choose one for an adjustment.
 * @throws Refusal `http.not_found`
 */
export async function findWallets(app: App, language: Language, clientId: string) {
  const found = await app.db.maybeOne(sql`select from person where id = ${clientId}`);
  if (!found) throw notFound();
  const balances = await readBalances(app.db, clientId);
  const kinds = await app.db.rows<{ id: string; kind: string }>(
    sql`select id, kind from wallet where client_id = ${clientId}`,
  );
  return balances.map((balance) => {
    const kind = kinds.find(({ id }) => id === balance.wallet_id)?.kind ?? 'main';
    return { ...balance, name: app.text(language, `names.wallet_${kind}`, { currency: balance.currency }) };
  });
}
