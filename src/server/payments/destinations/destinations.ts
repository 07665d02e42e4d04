import type { Destination } from '#contract/payments/endpoints.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openRow, signNewRow } from '#server/platform/secrets/row-macs.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { anyHashOf } from '#server/platform/secrets/token.ts';
import { fingerprintOf } from './account-key.ts';
import { isTyped, maskAccount, methodsOf, noSuchWay } from '../methods.ts';
import { readPayoutCurrencies } from './payout-currencies.ts';
import { readAccount, type Account, type TypedAccount } from './read-account.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { lockClient } from '../payment-row.ts';
import { readSettings } from '../settings.ts';

interface Row {
  id: string;
  method: PaymentMethod;
  label: string;
  scheme: string | null;
  country: string | null;
  account: string;
  holder: string;
  bank: string | null;
  createdAt: Date;
  confirmedAt: Date | null;
  removedAt: Date | null;
  usableFrom: Date | null;
}

/** From when money may be sent to crypto address `d`; null of any other destination, and before it is confirmed. */
export const usableFrom: Sql = sql`
  (select d.confirmed_at + s.crypto_address_hours * interval '1 hour' from payment_setting s where d.method = 'crypto')`;

/** Destinations that meet a condition on `d`, the latest first, with masked accounts. */
export async function readDestinations(db: Queries, condition: Sql): Promise<Destination[]> {
  const rows = await db.rows<Row>(sql`
    select d.id, d.method, d.label, d.scheme, d.country, d.account, d.holder, d.bank, d.created_at as "createdAt", d.confirmed_at as "confirmedAt",
           d.removed_at as "removedAt", ${usableFrom} as "usableFrom"
    from payment_destination d where ${condition} order by d.id desc`);
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    label: row.label,
    account: maskAccount(row.method, row.account),
    scheme: row.scheme,
    country: row.country,
    holder: row.holder,
    bank: row.bank,
    state: row.removedAt ? 'removed' : row.confirmedAt ? 'confirmed' : 'unconfirmed',
    created_at: row.createdAt.toISOString(),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    usable_from: row.usableFrom?.toISOString() ?? null,
  }));
}

export async function readDestination(db: Queries, condition: Sql): Promise<Destination> {
  const [found] = await readDestinations(db, condition);
  if (!found) throw notFound();
  return found;
}

export function listDestinations(app: App, me: Person): Promise<Destination[]> {
  return readDestinations(app.db, sql`d.client_id = ${me.id} and d.removed_at is null`);
}

interface NewDestination extends TypedAccount {
  label: string;
  bank?: string | undefined;
}

type AccountHolder = Pick<Person, 'id' | 'fullName'>;

/**
 * Saves a destination in the client's own name; an emailed link confirms it.
 * @throws Refusal `payments.method`, `payments.scheme`, `payments.scheme_currency`, `payments.iban`, `payments.account_field`,
 * `payments.card`, `payments.crypto_address`, `payments.destination_known`, `payments.destination_limit`
 */
export async function addDestination(
  app: App,
  me: AccountHolder,
  body: NewDestination,
  key: string,
): Promise<Destination> {
  const { method } = body;
  const intent = { ownerId: me.id, key, action: 'payments.add_destination', body };
  const id = await app.db.tx((tx) =>
    runIdempotent(app, tx, intent, async () => {
      if (!methodsOf(app).includes(method) || !isTyped(method)) throw noSuchWay('method');
      const { known, ...account } = readAccount(body, app, await readPayoutCurrencies(tx, me.id));
      await lockClient(tx, me.id);
      const fingerprint = await fingerprintOf(app, tx, method, known);
      const { label, bank } = body;
      return saveDestination(app, tx, me, { method, label, bank, holder: me.fullName, ...account, fingerprint });
    }),
  );
  return readDestination(app.db, sql`d.id = ${id}`);
}

/**
 * Saves an account or a card, unconfirmed; the caller holds the client's lock. A link that confirms it is emailed.
 * @param of `account` as it is stored
 * @throws Refusal `payments.destination_known`, `payments.destination_limit`
 */
export async function saveDestination(
  app: App,
  tx: Tx,
  me: Pick<Person, 'id'>,
  of: Omit<Account, 'known'> &
    Pick<NewDestination, 'method' | 'label' | 'bank'> & { fingerprint: string; holder: string },
): Promise<string> {
  const { method, scheme, country, account, details, fingerprint, holder, label, bank = null } = of;
  await checkRoom(tx, me.id, method, fingerprint);
  const destinationId = newId();
  await tx.run(sql`
    insert into payment_destination (id, client_id, method, label, scheme, country, account, details, fingerprint, holder, bank, created_at)
    values (${destinationId}, ${me.id}, ${method}, ${label}, ${scheme}, ${country}, ${account}, ${details}, ${fingerprint}, ${holder}, ${bank}, ${app.clock.now()})`);
  await signNewRow(tx, app.config, 'payment_destination', sql`d.id = ${destinationId}`);
  await app.outbox.emit(tx, 'payments.destination_added', { clientId: me.id, destinationId });
  return destinationId;
}

async function checkRoom(tx: Queries, clientId: string, method: PaymentMethod, fingerprint: string): Promise<void> {
  const { known, saved } = await tx.one<{ known: boolean; saved: number }>(sql`
    select coalesce(bool_or(method = ${method} and fingerprint = ${fingerprint}), false) as known, count(*)::int as saved
    from payment_destination where client_id = ${clientId} and removed_at is null`);
  if (known) throw refuseField('account', 'payments.destination_known');
  const { destinationsPerClient: max } = await readSettings(tx);
  if (saved >= max) throw refuse('payments.destination_limit', { max });
}

/**
 * Emails a new link.
 * @throws Refusal `http.not_found`, `payments.state` when it is confirmed already
 */
export async function sendDestinationLink(app: App, me: Person, destinationId: string): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const { state } = await readDestination(
      tx,
      sql`d.id = ${destinationId} and d.client_id = ${me.id} and d.removed_at is null`,
    );
    if (state !== 'unconfirmed') throw refuse('payments.state');
    await app.outbox.emit(tx, 'payments.destination_added', { clientId: me.id, destinationId });
  });
  return { status: 'ok' };
}

/**
 * Confirms a destination of the signed-in client with the emailed token.
 * @throws Refusal `auth.token_unknown`, `auth.token_used`, `auth.token_expired`
 */
export async function confirmDestination(app: App, me: Pick<Person, 'id'>, token: string): Promise<Destination> {
  const at = app.clock.now();
  const found = await app.db.maybeOne<{ id: string; used: boolean; expiresAt: Date }>(sql`
    select id, confirmed_at is not null as used, token_expires_at as "expiresAt" from payment_destination
    where token_hash = ${anyHashOf(app.config, 'payment destination', token)} and client_id = ${me.id} and removed_at is null`);
  if (!found) throw refuse('auth.token_unknown');
  if (found.used) throw refuse('auth.token_used');
  if (found.expiresAt <= at) throw refuse('auth.token_expired');
  const confirmed = await app.db.tx(async (tx) => {
    await openRow(tx, app.config, 'payment_destination', found.id, sql`d.id = ${found.id}`);
    return tx.run(sql`
      update payment_destination set confirmed_at = ${at} where id = ${found.id} and confirmed_at is null and removed_at is null`);
  });
  if (confirmed === 0) throw refuse('auth.token_used');
  return readDestination(app.db, sql`d.id = ${found.id}`);
}

/** @throws Refusal `http.not_found` */
export async function removeDestination(app: App, me: Person, destinationId: string): Promise<{ status: 'ok' }> {
  const removed = await app.db.tx(async (tx) => {
    // A rule that approves a withdrawal to it decides before, or sees that it is gone.
    await lockClient(tx, me.id);
    return tx.run(sql`
      update payment_destination set removed_at = ${app.clock.now()}
      where id = ${destinationId} and client_id = ${me.id} and removed_at is null`);
  });
  if (removed === 0) throw notFound();
  return { status: 'ok' };
}
