import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tradingPlatform } from '#server/trading/accounts.ts';
import type { Outcome } from './execute-run.ts';
import type { NewFinding } from './findings.ts';

/** Accounts asked about in one call. */
const pageLength = 200;
/** When so many calls in a row stay without an answer, nobody is there: the rest is not asked. */
const patience = 3;
/** So many are kept by name; beyond that their number tells enough. */
const mostKept = 1000;

interface Account {
  id: string;
  number: bigint;
  currency: string;
  isPending: boolean;
  ledgerMinor: bigint;
}

interface Standing {
  account: Account;
  /** Null when the platform does not know the account. */
  platformMinor: bigint | null;
}

/**
 * Asks the platform for the balance of every account, page by page, and compares with the ledger. Money moves meanwhile:
 * what differs is read and asked once more at the end, and differs only if it still does.
 */
export async function comparePlatform(app: App): Promise<Outcome> {
  const differing: Standing[] = [];
  const unasked: Account[] = [];
  let accounts = 0;
  let silent = 0;
  for (let page = await readPage(app, 0n); page.length > 0; page = await readPage(app, page.at(-1)?.number ?? 0n)) {
    accounts += page.length;
    const standings = silent < patience ? await ask(app, page) : null;
    silent = standings ? 0 : silent + 1;
    if (standings) differing.push(...standings.filter(differs));
    else unasked.push(...page);
  }
  const still = await askAgain(app, differing, unasked);
  const asked = accounts - unasked.length;
  return {
    facts: { accounts, agreed: asked - still.length, differs: still.length, unasked: unasked.length },
    findings: [...still.slice(0, mostKept).map(findingOf), ...unasked.slice(0, mostKept).map(unaskedOf)],
  };
}

const readPage = ({ db }: App, after: bigint) =>
  db.rows<Account>(sql`
    select t.id, t.number, t.currency, t.status = 'pending' as "isPending", b.amount as "ledgerMinor"
    from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id
    where t.number > ${after} order by t.number limit ${pageLength}`);

/** What the platform says of some accounts; null when it does not answer. */
async function ask(app: App, accounts: readonly Account[]): Promise<Standing[] | null> {
  try {
    const told = await tradingPlatform(app).snapshots(accounts.map(({ number }) => number));
    return accounts.map((account) => ({ account, platformMinor: told.get(account.number)?.balanceMinor ?? null }));
  } catch (error) {
    app.log.warn({ err: error, accounts: accounts.length }, 'accounts not compared with the platform');
    return null;
  }
}

/** An account that the platform has yet to open is nothing there and nothing here. */
function differs({ account: { ledgerMinor, isPending }, platformMinor }: Standing): boolean {
  if (platformMinor === null) return !isPending || ledgerMinor !== 0n;
  return platformMinor !== ledgerMinor;
}

/** Those that still differ. What is not answered this time goes to those that were not asked. */
async function askAgain(app: App, differing: readonly Standing[], unasked: Account[]): Promise<Standing[]> {
  const still: Standing[] = [];
  for (let from = 0; from < differing.length; from += pageLength) {
    const ids = differing.slice(from, from + pageLength).map(({ account }) => account.id);
    const page = await app.db.rows<Account>(sql`
      select t.id, t.number, t.currency, t.status = 'pending' as "isPending", b.amount as "ledgerMinor"
      from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id
      where t.id = any(${ids}::uuid[]) order by t.number`);
    const standings = await ask(app, page);
    if (standings) still.push(...standings.filter(differs));
    else unasked.push(...page);
  }
  return still;
}

const findingOf = ({ account: { id, currency, ledgerMinor }, platformMinor }: Standing): NewFinding => ({
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
