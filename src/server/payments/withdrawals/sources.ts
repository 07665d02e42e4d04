import type { PaymentMethod } from '#contract/payments/names.ts';
import type { PaymentMethods } from '#contract/payments/endpoints.ts';
import { intlTagOf } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import type { Text } from '#server/platform/text.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { moneyText } from '#server/platform/formats/money-format.ts';
import { refuse } from '#server/platform/refusal.ts';
import { methodsByAccount } from '../methods.ts';
import { returningStates } from '../rules.ts';

/**
 * Where a client's money came from, in US cents: a method, or one card. Money of a bank goes back to any bank account of the
 * client; that it is another one than has paid, staff see.
 */
export interface Source {
  method: PaymentMethod;
  /** Keyed hash of a card's number; null where any account of the method will do. */
  source: string | null;
  label: string | null;
  deposited: bigint;
  returned: bigint;
  /** What it can still take back at all, by the rates now; null where any amount can go back. */
  most: bigint | null;
  /** The least that is paid out to it, by the rates now. */
  least: bigint;
}

/** A source with what must go back to it before money goes anywhere else. */
export interface Due extends Source {
  due: bigint;
}

/**
 * Splits what a client could withdraw among their sources, in proportion to what came from each and never more than
 * that. `pot` is what the client has plus what was returned already; above the sum of deposits it is profit, which
 * belongs to no source. Rounded up, so that the last cent is not lost. Nothing is due that a source cannot take back, or that
 * is too little to be paid out to it, or the rest would be locked in.
 */
export function duesOf(sources: readonly Source[], availableUsd: bigint): Due[] {
  const deposited = sources.reduce((sum, each) => sum + each.deposited, 0n);
  const pot = sources.reduce((sum, each) => sum + each.returned, availableUsd);
  return sources.map((each) => {
    const share = deposited === 0n ? 0n : (pot * each.deposited + deposited - 1n) / deposited;
    const entitled = share < each.deposited ? share : each.deposited;
    const due = entitled > each.returned ? entitled - each.returned : 0n;
    const possible = each.most !== null && each.most < due ? each.most : due;
    return { ...each, due: possible < each.least ? 0n : possible };
  });
}

/** The one account `k.account` that money of `p` goes back to; null where any of the method will do. */
const account = sql`lateral (select case when p.method = any(${methodsByAccount}::text[]) then p.source end as account) k`;

/** That `p` came from a source: a method with terms for withdrawals, of cards one that its provider knows again, and crypto as long as it is paid out. */
const hasSource = sql`
  exists (
    select from payment_terms t
    where t.method = p.method and t.kind = 'withdrawal' and (p.method <> 'card' or t.currency = p.currency))
  and (p.method <> 'crypto' or pays_crypto())
  and (p.method <> 'card' or p.source is not null)`;

/** That deposit `p` can go back the way it came. */
export const takesBack = sql`${hasSource} and (p.method <> 'card' or card_takes_back(p))`;

/** What of a deposit by card can go back in one withdrawal, in US cents by the rate now: nothing below the least that is paid out. */
const stillUsd = (exceptPayment: string | null) => sql`
  (select case when still >= t.min_amount then trunc(still * c.usd_rate * 100 / 10 ^ c.scale::numeric) else 0 end
   from card_takes_back_still(p, ${exceptPayment}::uuid) still, payment_terms t, currency c
   where t.method = 'card' and t.kind = 'withdrawal' and t.currency = p.currency and c.code = p.currency)`;

/** The least that is paid out to a source, in US cents by the rate now: by a card in the currencies of its deposits, else in any. */
const leastOf = (terms: Sql) => sql`
  (select min(trunc(t.min_amount * c.usd_rate * 100 / 10 ^ c.scale::numeric))::bigint from payment_terms t join currency c on c.code = t.currency
   where t.method = p.method and t.kind = 'withdrawal' and ${terms})`;
const leastUsd = sql`
  coalesce(case when p.method = 'card' then min(${leastOf(sql`t.currency = p.currency`)}) filter (where p.kind = 'deposit')
           else ${leastOf(sql`true`)} end, 0)`;

/** A client's sources with their dues. A caller that decides by them holds the client's lock. */
export async function readDues(db: Queries, clientId: string, exceptPayment: string | null = null): Promise<Due[]> {
  const readSources = db.rows<Source>(sql`
    select p.method, k.account as source, case when k.account is not null then max(p.source_label) end as label,
           coalesce(sum(p.usd) filter (where p.kind = 'deposit'), 0)::bigint as deposited,
           coalesce(sum(p.usd) filter (where p.kind = 'withdrawal'), 0)::bigint as returned,
           case when p.method = 'card' then coalesce(sum(${stillUsd(exceptPayment)}) filter (where p.kind = 'deposit'), 0)::bigint end as most,
           ${leastUsd} as least
    from payment p cross join ${account}
    where p.client_id = ${clientId} and p.id is distinct from ${exceptPayment}::uuid and ${hasSource}
      and (p.kind = 'deposit' and p.state = 'credited'
           or p.kind = 'withdrawal' and p.state = any(${returningStates}))
    group by p.method, k.account
    order by p.method, k.account nulls first`);
  const readAvailable = db.one<{ available: bigint }>(sql`
    select coalesce(sum(trunc(b.amount * c.usd_rate * 100 / 10 ^ c.scale::numeric)), 0)::bigint as available
    from wallet w join ledger_balance b on b.account_id = w.available_id join currency c on c.code = w.currency
    where w.client_id = ${clientId}`);
  const [sources, { available }] = await Promise.all([readSources, readAvailable]);
  return duesOf(sources, available);
}

/** A withdrawal as the rule sees it: the destination, and its value in US cents. */
export interface Outgoing {
  method: PaymentMethod;
  source: string | null;
  usdMinor: bigint;
}

/** What must go back to other sources before this may leave; none when it may. */
export function duesBefore({ method, source, usdMinor }: Outgoing, dues: readonly Due[]): Due[] {
  const own = dues.find((each) => each.method === method && each.source === source);
  if (own && usdMinor <= own.due) return [];
  return dues.filter((each) => each !== own && each.due > 0n);
}

/**
 * Money goes back to its source first; the client can send the rest to any destination.
 * @throws Refusal `payments.return_to_source`, which names what is due and where
 */
export async function checkReturn(db: Queries, of: Outgoing & { clientId: string }): Promise<void> {
  const before = duesBefore(of, await readDues(db, of.clientId));
  if (before.length === 0) return;
  throw refuse('payments.return_to_source', { sources: (reader, text) => listSources(before, reader, text) });
}

function listSources(dues: Due[], reader: Reader, text: Text): string {
  const { language } = reader;
  const named = dues.map(({ method, label, due }) =>
    text(language, 'names.due_to_source', {
      amount: moneyText(reader, due, 'USD'),
      method: [text(language, `names.method_${method}`), label ?? ''].join(' ').trim(),
    }),
  );
  return new Intl.ListFormat(intlTagOf(language)).format(named);
}

/** The sources for the screen; those with nothing due as well, so that the sum can be followed. */
export async function showDues(db: Queries, clientId: string): Promise<PaymentMethods['to_return']> {
  const dues = await readDues(db, clientId);
  return dues
    .filter(({ deposited }) => deposited > 0n)
    .map(({ method, label, deposited, returned, due }) => ({
      method,
      account: label,
      deposited: toDecimal(deposited, 'USD'),
      returned: toDecimal(returned, 'USD'),
      due: toDecimal(due, 'USD'),
    }));
}
