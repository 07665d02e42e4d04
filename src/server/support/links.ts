import type { LinkedObject } from '#contract/support/endpoints.ts';
import type { LinkType } from '#contract/support/names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Room } from './room.ts';

/** The platform knows what is on an account; its owner is stored here. An id is `account:ticket`. */
const onAccount = (clientId: string, id: string): Sql => sql`
  select split_part(${id}, ':', 2) as label from trading_account
  where ${id} ~ '^[0-9]{1,18}:[0-9]{1,18}$' and number::text = split_part(${id}, ':', 1) and client_id = ${clientId}`;

/** By kind of object: the client's object by the id that its screen uses, and the name that the client knows it by. */
const owned: Record<LinkType, (clientId: string, id: string) => Sql> = {
  payment: (clientId, id) => sql`
    select 'P-' || number as label from payment where id::text = ${id} and client_id = ${clientId}`,
  operation: (clientId, id) => sql`
    select to_char(t.at at time zone 'UTC', 'YYYY-MM-DD') || ' · ' || a.currency as label
    from ledger_transaction t join ledger_posting p on p.transaction_id = t.id join ledger_account a on a.id = p.account_id
    where t.id::text = ${id} and a.client_id = ${clientId} limit 1`,
  trading_account: (clientId, id) => sql`
    select number::text as label from trading_account where number::text = ${id} and client_id = ${clientId}`,
  deal: onAccount,
  position: onAccount,
  order: onAccount,
  application: (clientId, id) => sql`
    select 'A-' || number as label from ipo_application where id::text = ${id} and client_id = ${clientId}`,
  holding: (clientId, id) => sql`
    select o.ticker as label from ipo_offering o
    where o.id::text = ${id} and exists (select from ipo_holding h where h.offering_id = o.id and h.client_id = ${clientId})`,
};

const accountPath = (id: string) => `/trading-account/${id.split(':')[0]}`;

/** The path of the client's screen. */
const paths: Record<LinkType, (id: string) => string> = {
  payment: (id) => `/payments/${id}`,
  operation: () => '/wallet',
  trading_account: (id) => `/trading-account/${id}`,
  deal: accountPath,
  position: accountPath,
  order: accountPath,
  application: (id) => `/ipo/my-ipo/${id}`,
  holding: () => '/ipo/my-ipo',
};

/**
 * The name of an object that a client asks about.
 * @throws Refusal `http.not_found` when it does not belong to the client
 */
export async function nameOf(
  db: Queries,
  clientId: string,
  { type, id }: { type: LinkType; id: string },
): Promise<string> {
  const found = await db.maybeOne<{ label: string }>(owned[type](clientId, id));
  if (!found) throw notFound();
  return found.label;
}

export function linkOf({
  linkType,
  linkId,
  linkLabel,
}: Pick<Room, 'linkType' | 'linkId' | 'linkLabel'>): LinkedObject | null {
  if (!linkType || !linkId || !linkLabel) return null;
  return { type: linkType, id: linkId, label: linkLabel, path: paths[linkType](linkId) };
}
