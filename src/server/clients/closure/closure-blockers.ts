import { convert, toDecimal } from '#contract/kernel/money.ts';
import { closureBlockers, type ClosureBlocker } from '#contract/clients/closure-names.ts';
import type { Blocker } from '#contract/clients/closure.ts';
import { readTerms } from '#server/payments/methods.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { unsettledAccounts } from '#server/trading/unsettled-accounts.ts';

interface Row {
  kind: ClosureBlocker;
  name: string | null;
  amount: bigint | null;
  currency: string | null;
  path: string;
  until: Date | null;
  cancellable: boolean;
}

/** Money in a wallet that is too little to withdraw. */
export interface Remainder {
  walletId: string;
  amount: bigint;
  currency: string;
}

export interface Obstacles {
  blockers: Blocker[];
  remainders: Remainder[];
}

/** Everything in the database that must finish first. */
const underWay = (clientId: string, now: Date): Sql => sql`
  select 'review' as kind, null as name, null::bigint as amount, null as currency, '/tickets' as path, null::timestamptz as until,
         false as cancellable
  from person where id = ${clientId} and (blocked_at is not null or frozen_at is not null or roles <> '{client}')
  union all
  select 'held', null, b.amount, w.currency, '/wallet/' || w.id, null, false
  from wallet w join ledger_balance b on b.account_id = w.held_id where w.client_id = ${clientId} and b.amount > 0
  union all
  select 'payment', 'P-' || number, amount, currency, '/payments/' || id, expires_at,
         (kind, state) in (select t.kind, t.from_state from payment_transition t where t.to_state = 'cancelled')
  from payment p where client_id = ${clientId}
    and (state in ('created', 'awaiting_payment', 'under_review', 'draft', 'awaiting_confirmation', 'submitted', 'in_review',
                   'approved', 'ordered', 'sent', 'proposed')
      -- Its money may still come back to a wallet.
      or exists (select from provider_refund r where r.payment_id = p.id and r.state in ('calling', 'pending'))
      or exists (select from provider_dispute d where d.payment_id = p.id and not d.closed))
  union all
  select 'transfer', a.number::text, t.amount, a.currency, '/trading-account/' || a.number, null, false
  from trading_transfer t join trading_account a on a.id = t.account_id
  where t.client_id = ${clientId} and t.settled_at is null
  union all
  select 'application', o.ticker, a.held_minor, a.currency, '/ipo/my-ipo/' || a.id, null, false
  from ipo_application a join ipo_offering o on o.id = a.offering_id
  where a.client_id = ${clientId} and a.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed', 'allotted')
  union all
  select 'holding', o.ticker, null, null, '/ipo/my-ipo/' || h.application_id,
         case when h.tradable_at > ${now} then h.tradable_at end, false
  from ipo_holding h join ipo_offering o on o.id = h.offering_id
  where h.client_id = ${clientId} and h.sold_quantity < h.quantity`;

/** What blocks the closure of an account, and the remainders that are given up with it. */
export async function readObstacles(app: App, db: Queries, clientId: string): Promise<Obstacles> {
  const found = await db.rows<Row>(
    sql`select * from (${underWay(clientId, app.clock.now())}) found order by name, path`,
  );
  const { remainders, money } = await readMoney(app, db, clientId);
  const accounts = await unsettledAccounts(app, db, clientId);
  const rows = [...found, ...money, ...accounts.map(accountRow)];
  const ordered = closureBlockers.flatMap((kind) => rows.filter((row) => row.kind === kind));
  return { blockers: ordered.map(show), remainders };
}

const accountRow = (number: bigint): Row => ({
  kind: 'trading_account',
  name: String(number),
  amount: null,
  currency: null,
  path: `/trading-account/${number}`,
  until: null,
  cancellable: false,
});

/** Wallets with money: an amount that can be withdrawn blocks the closure, a smaller one is given up. */
async function readMoney(app: App, db: Queries, clientId: string) {
  const wallets = await db.rows<Money>(sql`
    select w.id as "walletId", b.amount, w.currency, c.usd_rate as "usdRate"
    from wallet w join ledger_balance b on b.account_id = w.available_id join currency c on c.code = w.currency
    where w.client_id = ${clientId} and b.amount > 0 order by w.created_at, w.id`);
  const min = await minWithdrawals(app, db);
  const agreed = await minAgreed(db, clientId);
  const isRemainder = (wallet: Money) => isTooLittle(wallet, min) && (!agreed || isTooLittle(wallet, agreed));
  const money = wallets
    .filter((wallet) => !isRemainder(wallet))
    .map(({ amount, currency }): Row => ({
      kind: 'wallet',
      name: null,
      amount,
      currency,
      path: '/payments/withdraw',
      until: null,
      cancellable: false,
    }));
  return { money, remainders: wallets.filter(isRemainder) };
}

interface Money extends Remainder {
  usdRate: string;
}

/** Money in a currency without a withdrawal method can be converted, so its value in USD is compared. */
function isTooLittle({ amount, currency, usdRate }: Money, min: ReadonlyMap<string, bigint>): boolean {
  const own = min.get(currency);
  return own === undefined ? convert(amount, currency, 'USD', usdRate) < (min.get('USD') ?? 0n) : amount < own;
}

/** The minimum at the time when the client agreed to give up less: no more is given up, whatever the minimum is now. */
async function minAgreed(db: Queries, clientId: string): Promise<Map<string, bigint> | undefined> {
  const request = await db.maybeOne<{ min: Record<string, string> }>(sql`
    select min_withdrawals as min from account_closure where client_id = ${clientId} and ended_at is null`);
  return request && new Map(Object.entries(request.min).map(([currency, min]) => [currency, BigInt(min)]));
}

/** The lowest minimum of all withdrawal methods, by currency; a card takes back only what came from it. */
export async function minWithdrawals(app: App, db: Queries): Promise<Map<string, bigint>> {
  const min = new Map<string, bigint>();
  for (const terms of await readTerms(app, db)) {
    const known = min.get(terms.currency);
    if (terms.kind === 'withdrawal' && terms.method !== 'card' && (known === undefined || terms.min < known))
      min.set(terms.currency, terms.min);
  }
  return min;
}

function show({ kind, name, amount, currency, path, until, cancellable }: Row): Blocker {
  return {
    kind,
    name,
    amount: amount === null || currency === null ? null : toDecimal(amount, currency),
    currency,
    path,
    until: until?.toISOString() ?? null,
    cancellable,
  };
}
