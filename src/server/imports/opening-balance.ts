import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { postAll } from '#server/ledger/batch-posting.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { runNumber, type LockedRun } from './run-row.ts';

/** The opening balances of one row. */
interface Opening {
  number: number;
  balances: readonly {
    /** Code of the client's account in the ledger. */
    account: string;
    currency: string;
    minor: bigint;
  }[];
}

const openingAccount = (currency: string) => houseAccount('suspense', currency, 'opening');

/** Each opening balance stands against the company's account for them, so the books balance in every currency. */
export async function postOpening(tx: Tx, run: LockedRun, rows: readonly Opening[], at: Date): Promise<void> {
  const funded = rows.filter(({ balances }) => balances.length > 0);
  if (funded.length === 0) return;
  const currencies = [...new Set(funded.flatMap(({ balances }) => balances.map(({ currency }) => currency)))];
  await openAccounts(tx, at, currencies.toSorted().map(openingAccount));
  await postAll(
    tx,
    funded.map(({ number, balances }) => ({
      context: {
        scope: `import:${run.id}`,
        key: String(number),
        kind: 'opening_balance' as const,
        at,
        reference: { type: 'import', id: runNumber(run.number) },
        actorId: run.createdBy,
      },
      postings: balances.flatMap(({ account, currency, minor }) => [
        { account, amountMinor: minor },
        { account: openingAccount(currency).code, amountMinor: -minor },
      ]),
    })),
  );
}
