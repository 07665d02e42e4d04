import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

export type ClientAccountKind = 'wallet_available' | 'wallet_held' | 'trading';
export type HouseAccountKind = 'psp_in' | 'psp_out' | 'fx' | 'fees' | 'ipo_escrow' | 'bonus' | 'dealing' | 'suspense';

/** An account to open. Postings name it by its code. */
export type NewAccount = { code: string; currency: string } & (
  | { kind: ClientAccountKind; clientId: string }
  | { kind: HouseAccountKind; clientId?: never }
);

/** Money that the client may use, and money that holds have set aside. */
export function walletAccounts(clientId: string, walletId: string): { available: string; held: string } {
  const wallet = `client:${clientId}:wallet:${walletId}`;
  return { available: `${wallet}:available`, held: `${wallet}:held` };
}

/** The client's money on a trading platform. */
export function tradingCode(clientId: string, accountNumber: string): string {
  return `client:${clientId}:trading:${accountNumber}`;
}

/** A house account, one for each currency. `detail` separates several of one kind, as in `psp-in:sandbox:USD`. */
export function houseAccount(kind: HouseAccountKind, currency: string, detail?: string): NewAccount {
  const code = [kind.replace('_', '-'), ...(detail === undefined ? [] : [detail]), currency].join(':');
  return { code, currency, kind };
}

/** Opens accounts; an open one stays as it is. Returns their ids in the given order. */
export async function openAccounts(tx: Tx, at: Date, accounts: readonly NewAccount[]): Promise<string[]> {
  const codes = accounts.map(({ code }) => code);
  const rows = await tx.rows<{ id: string | null }>(sql`
    with wanted as (
      select *
      from unnest(${accounts.map(() => newId())}::uuid[], ${codes}::text[], ${accounts.map(({ clientId }) => clientId ?? null)}::uuid[],
                  ${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ currency }) => currency)}::text[])
        with ordinality wanted (id, code, client_id, kind, currency, place)),
    opened as (
      insert into ledger_account (id, code, client_id, kind, currency, created_at)
      select id, code, client_id, kind, currency, ${at} from wanted
      where not exists (select from ledger_account a where a.code = wanted.code) order by place
      on conflict (code) do nothing
      returning id, code)
    select coalesce(a.id, o.id) as id
    from wanted left join ledger_account a using (code) left join opened o using (code) order by place`);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return ids.length === codes.length ? ids : openedBeside(tx, codes);
}

/** An account that another transaction has opened since the statement began is seen by a new statement alone. */
async function openedBeside(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select a.id from unnest(${[...codes]}::text[]) with ordinality wanted (code, place) join ledger_account a using (code) order by place`);
  return rows.map(({ id }) => id);
}
