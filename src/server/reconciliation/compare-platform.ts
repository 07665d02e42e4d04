import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tradingPlatform } from '#server/trading/accounts.ts';
import type { NewFinding, Outcome } from './findings.ts';

/** Accounts asked about in one call. */
const pageLength = 200;
/** After this many calls in a row without a response the platform counts as unreachable: the rest is not requested. */
const patience = 3;
/** The most entries that are stored by name; beyond that their number is enough. */
const maxEntries = 1000;

interface Account {
  id: string;
  number: bigint;
  currency: string;
  isPending: boolean;
  /** Less what the operator advances for a balance below zero there. */
  ledgerMinor: bigint;
}

interface AccountStatus {
  account: Account;
  /** Null when the platform does not know the account. */
  platformMinor: bigint | null;
}

/**
 * Requests the balance of every account from the platform, page by page, and compares with the ledger. Money moves
 * during the comparison: what differs is read and requested once more at the end, and counts only if it still differs.
 */
export async function comparePlatform(app: App): Promise<Outcome> {
  const differing: AccountStatus[] = [];
  const unasked: Account[] = [];
  let accounts = 0;
  let silent = 0;
  for (let page = await readPage(app, 0n); page.length > 0; page = await readPage(app, page.at(-1)?.number ?? 0n)) {
    accounts += page.length;
    const statuses = silent < patience ? await request(app, page) : null;
    silent = statuses ? 0 : silent + 1;
    if (statuses) differing.push(...statuses.filter(differs));
    else unasked.push(...page);
  }
  const still = await retry(app, differing, unasked);
  const answeredCount = accounts - unasked.length;
  return {
    facts: { accounts, agreed: answeredCount - still.length, differs: still.length, unasked: unasked.length },
    findings: [...still.slice(0, maxEntries).map(findingOf), ...unasked.slice(0, maxEntries).map(unaskedOf)],
  };
}

const readPage = ({ db }: App, after: bigint) =>
  db.rows<Account>(sql`
    select t.id, t.number, t.currency, t.status = 'pending' as "isPending", b.amount - t.advance as "ledgerMinor"
    from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id
    where t.number > ${after} order by t.number limit ${pageLength}`);

/** The platform's balances of some accounts; null when it does not respond. */
async function request(app: App, accounts: readonly Account[]): Promise<AccountStatus[] | null> {
  try {
    const snapshots = await tradingPlatform(app).snapshots(accounts.map(({ number }) => number));
    return accounts.map((account) => ({ account, platformMinor: snapshots.get(account.number)?.balanceMinor ?? null }));
  } catch (error) {
    app.log.warn({ err: error, accounts: accounts.length }, 'accounts not compared with the platform');
    return null;
  }
}

/** An account that the platform has yet to open is nothing there and nothing here. */
function differs({ account: { ledgerMinor, isPending }, platformMinor }: AccountStatus): boolean {
  if (platformMinor === null) return !isPending || ledgerMinor !== 0n;
  return platformMinor !== ledgerMinor;
}

/** Those that still differ. What is not answered this time goes to those that were not asked. */
async function retry(app: App, differing: readonly AccountStatus[], unasked: Account[]): Promise<AccountStatus[]> {
  const still: AccountStatus[] = [];
  for (let from = 0; from < differing.length; from += pageLength) {
    const ids = differing.slice(from, from + pageLength).map(({ account }) => account.id);
    const page = await app.db.rows<Account>(sql`
      select t.id, t.number, t.currency, t.status = 'pending' as "isPending", b.amount - t.advance as "ledgerMinor"
      from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id
      where t.id = any(${ids}::uuid[]) order by t.number`);
    const statuses = await request(app, page);
    if (statuses) still.push(...statuses.filter(differs));
    else unasked.push(...page);
  }
  return still;
}

const findingOf = ({ account: { id, currency, ledgerMinor }, platformMinor }: AccountStatus): NewFinding => ({
  result: platformMinor === null ? 'missing_there' : 'differs',
  currency,
  hereMinor: ledgerMinor,
  thereMinor: platformMinor,
  accountId: id,
});

const unaskedOf = ({ id, currency, ledgerMinor }: Account): NewFinding => ({
  result: 'unasked',
  currency,
  hereMinor: ledgerMinor,
  accountId: id,
});
