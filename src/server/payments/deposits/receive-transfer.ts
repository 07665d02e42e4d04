import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField, notFound } from '#server/platform/refusal.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { minWith, readAmount, usdValue } from '../amounts.ts';
import { checkAllowance } from '../limits.ts';
import type { Mover } from '../lifecycle/move.ts';
import { termsOf } from '../methods.ts';
import { checkRestriction } from '../restrictions.ts';
import { insertDeposit } from './announce.ts';
import { isOtherPayer } from './other-payer.ts';

/** A transfer that a bank shows. */
export interface Transfer {
  currency: string;
  amountMinor: bigint;
  /** Who paid, as the bank writes it. */
  name: string | null;
  reference: string;
}

/**
 * Stores the deposit of a client who has announced none, from a transfer that has arrived, with the client locked. It has
 * the fees, limits and restrictions of a deposit that is announced now, and waits to be credited.
 * @param by who says that the transfer is the client’s
 * @param isOthers whether it came to the own account of another client: then it takes two people too
 * @throws Refusal `http.not_found` for a closed client, `reconciliation.no_wallet`, and as `payments.deposit`
 */
export async function receiveTransfer(
  app: App,
  tx: Tx,
  { clientId, by, isOthers = false }: { clientId: string; by: Mover; isOthers?: boolean },
  { currency, amountMinor, name, reference }: Transfer,
): Promise<string> {
  const client = await tx.maybeOne<{ fullName: string; walletId: string | null }>(sql`
    select c.full_name as "fullName", w.id as "walletId" from person c left join wallet w on w.client_id = c.id and w.currency = ${currency}
    where c.id = ${clientId} and c.closed_at is null`);
  if (!client) throw notFound();
  if (clientId === by.id) throw refuse('payments.own_request');
  const { fullName, walletId } = client;
  if (walletId === null) throw refuseField('client_id', 'reconciliation.no_wallet', { currency });
  const at = app.clock.now();
  const terms = await termsOf(app, tx, { method: 'bank_transfer', kind: 'deposit', currency }, 'client_id');
  const least = { min: minWith(terms) };
  const amount = readAmount(toDecimal(amountMinor, currency), currency, least, 'client_id');
  const usd = await usdValue(tx, amount, currency);
  await checkRestriction(app, tx, { clientId, kind: 'deposit', at });
  await checkAllowance(tx, { clientId, kind: 'deposit', at, usdMinor: usd });
  return insertDeposit(app, tx, terms, {
    by,
    // The client has made it, by paying; staff may credit it.
    createdBy: clientId,
    clientId,
    walletId,
    amount,
    usd,
    otherPayer: isOthers || isOtherPayer(name, fullName),
    note: [name, reference].filter(Boolean).join(' · ').slice(0, longestNote),
    countedAt: at,
    at,
  });
}

const longestNote = 500;
