import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isUndisturbed } from '#server/trading/open-account.ts';
import { closedFaults } from '../judge.ts';
import type { Fault } from '../subject.ts';
import type { AccountRow } from './read-account.ts';

export interface Holder {
  id: string;
  /** Whether an account may be opened for them now, apart from how many they have. */
  isAllowed: boolean;
}

/** The imported clients of rows, by their numbers in the other system. */
export async function findClients(
  app: App,
  tx: Tx,
  contents: readonly Partial<AccountRow>[],
): Promise<Map<string, Holder>> {
  const found = await tx.rows<Holder & { outsideId: string }>(sql`
    select i.outside_id as "outsideId", c.id,
           c.blocked_at is null and ${isUndisturbed} and may_deal(c.id, 'accounts', ${app.clock.now()}) as "isAllowed"
    from imported_client i join person c on c.id = i.client_id
    where i.outside_id = any(${[...new Set(contents.flatMap(({ outside_id: id }) => id ?? []))]}::text[])`);
  return new Map(found.map(({ outsideId, ...holder }) => [outsideId, holder]));
}

/** Why an account of this row cannot be opened now, apart from how many its client has. */
export const newFaults = ({ currency }: AccountRow, client: Holder | undefined, open: ReadonlySet<string>): Fault[] => [
  ...(client?.isAllowed ? [] : [{ field: 'outside_id', code: 'not_allowed' } as const]),
  ...closedFaults('currency', [currency], open),
];

export type Present = Pick<AccountRow, 'outside_id' | 'currency' | 'balances'>;

/** Accounts that were imported before, by their numbers in the other system. */
export async function findAccounts(tx: Tx, contents: readonly Partial<AccountRow>[]): Promise<Map<string, Present>> {
  const found = await tx.rows<Present & { number: string }>(sql`
    select a.outside_id as number, i.outside_id, t.currency,
           case when a.balance = 0 then '{}' else jsonb_build_object(t.currency, a.balance::text) end as balances
    from imported_account a join trading_account t on t.id = a.account_id join imported_client i on i.client_id = t.client_id
    where a.outside_id = any(${contents.flatMap(({ account_number: number }) => number ?? [])}::text[])`);
  return new Map(found.map(({ number, ...present }) => [number, present]));
}
