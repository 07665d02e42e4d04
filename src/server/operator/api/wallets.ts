import { toDecimal } from '#contract/kernel/money.ts';
import type { ApiWallet } from '#contract/operator/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { pageOf, readPlace, rowsFrom, type Paging } from '#server/platform/lists/program-lists.ts';
import { notFound } from '#server/platform/refusal.ts';
import { readOperations } from '#server/wallets/operations.ts';
import { ownWallet } from '#server/wallets/own-wallet.ts';

interface Row extends Pick<ApiWallet, 'id' | 'client_id' | 'kind' | 'currency'> {
  available: bigint;
  held: bigint;
  createdAt: Date;
  changedAt: Date;
}

/** Wallets of all clients with what is in them. */
export async function readWallets(
  { db }: App,
  { client_id: clientId, ...query }: Paging & { client_id?: string | undefined },
) {
  const place = await readPlace(db, query);
  const rows = await db.rows<Row>(sql`
    select w.id, w.client_id, w.kind, w.currency, a.amount as available, h.amount as held, w.created_at as "createdAt",
           c.changed_at as "changedAt"
    from wallet w join wallet_change c on c.wallet_id = w.id
    join ledger_balance a on a.account_id = w.available_id join ledger_balance h on h.account_id = w.held_id
    where (${clientId ?? null}::uuid is null or w.client_id = ${clientId ?? null})
      and ${rowsFrom(place, sql`c.wallet_id`, sql`c.changed_at`)}`);
  const show = ({ createdAt, changedAt, available, held, ...row }: Row): ApiWallet => ({
    ...row,
    available: toDecimal(available, row.currency),
    held: toDecimal(held, row.currency),
    created_at: createdAt.toISOString(),
    updated_at: changedAt.toISOString(),
  });
  return pageOf(rows, place, show);
}

interface Query {
  cursor?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** What moved on a wallet, the latest first. @throws Refusal `http.not_found` */
export async function readOperationsPage({ db }: App, walletId: string, { cursor, since, until }: Query) {
  const owner = await db.maybeOne<{ clientId: string }>(
    sql`select client_id as "clientId" from wallet where id = ${walletId}`,
  );
  if (!owner) throw notFound();
  const wallet = await ownWallet(db, owner.clientId, walletId);
  const { operations, nextCursor } = await readOperations(db, wallet, {
    cursor,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  });
  const data = operations.map(({ id, kind, amount, balance_after, reference, at }) => ({
    id,
    kind,
    amount,
    balance_after,
    currency: wallet.currency,
    reference,
    at,
  }));
  return { data, next_cursor: nextCursor };
}
