import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { postFromDealing, recordResult, type ResultAccount } from '../record-result.ts';

interface Account extends ResultAccount {
  number: bigint;
  balanceMinor: bigint;
  advanceMinor: bigint;
  isKnown: boolean;
}

/**
 * Posts the result of a deal, if there is one that the ledger does not have, and moves the advance with it: what the
 * balance there is below zero, no more and no less. The lock on the account makes each move happen once. A transfer that
 * takes money from the ledger in between fails the posting, and the deal is taken in again later.
 */
export async function settleAdvance(
  tx: Tx,
  number: bigint,
  { at, result }: { at: Date; result?: { ticket: bigint; netMinor: bigint } | undefined },
): Promise<void> {
  const account = await lock(tx, number, result?.ticket);
  const netMinor = account.isKnown ? 0n : (result?.netMinor ?? 0n);
  const thereMinor = account.balanceMinor - account.advanceMinor + netMinor;
  const movedMinor = (thereMinor < 0n ? -thereMinor : 0n) - account.advanceMinor;
  if (movedMinor > 0n) await moveAdvance(tx, account, movedMinor, at);
  if (result && netMinor !== 0n)
    await recordResult(tx, { account: number, ticket: result.ticket, netMinor, at, ledger: account });
  if (movedMinor < 0n) await moveAdvance(tx, account, movedMinor, at);
}

async function lock(tx: Tx, number: bigint, ticket: bigint | undefined): Promise<Account> {
  await tx.run(sql`select from trading_account where number = ${number} for no key update`);
  return tx.one<Account>(sql`
    select t.number, t.platform, t.advance as "advanceMinor", a.code, a.currency, b.amount as "balanceMinor",
           exists (select from ledger_transaction
                   where scope = 'platform:' || t.platform and key = ${`deal:${ticket}`}) as "isKnown"
    from trading_account t join ledger_account a on a.id = t.ledger_account_id join ledger_balance b on b.account_id = a.id
    where t.number = ${number}`);
}

/** From the operator to the account, or back where it is negative. */
async function moveAdvance(tx: Tx, account: Account, amountMinor: bigint, at: Date): Promise<void> {
  const { number } = account;
  const reference = { type: 'trading_account', id: String(number) };
  const action = { key: `advance:${newId()}`, kind: 'negative_balance', at, reference } as const;
  await postFromDealing(tx, account, { ...action, amountMinor });
  await tx.run(sql`update trading_account set advance = advance + ${amountMinor} where number = ${number}`);
}
