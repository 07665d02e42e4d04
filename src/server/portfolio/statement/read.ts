import { createHash } from 'node:crypto';
import { toDecimal } from '#contract/kernel/money.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { readDayRates } from '../day-rates.ts';
import { daysBetween } from '../history.ts';
import type { Holding } from '../holding.ts';
import { readHoldings } from '../holdings.ts';
import { investmentResults } from '../investments.ts';
import { firstDay, readResults } from '../results.ts';
import { attributeChange, type PnlAttribution } from '../pnl-attribution.ts';

/** Everything that a client owned at both ends of a period, and why its value changed. Values in USD cents. */
export interface PortfolioStatement {
  /** UTC days, both included. */
  from: string;
  to: string;
  openingCents: bigint;
  closingCents: bigint;
  split: PnlAttribution;
  accounts: StatementAccount[];
  /** SHA-256 of the figures, in hex: the same for every format and language. docs/portfolio.md defines their form. */
  hash: string;
}

/** A wallet, a trading account or an investment; minor units of its own currency, and cents. */
export interface StatementAccount extends Pick<Holding, 'part' | 'name' | 'currency'> {
  openingMinor: bigint;
  closingMinor: bigint;
  openingCents: bigint;
  closingCents: bigint;
}

const dayMs = 86_400_000;
const dayBefore = (day: string) => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);
const earlier = (a: string, b: string) => (a < b ? a : b);

/** Reads a period; its future part shows the present state. Accounts that held nothing at either end are left out. */
export async function readStatement(
  tx: Tx,
  clientId: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<PortfolioStatement> {
  const today = now.toISOString().slice(0, 10);
  const [eve, end] = [earlier(dayBefore(from), today), earlier(to, today)];
  // Before the client's first money there is nothing to value, however early the period begins.
  const first = dayBefore((await firstDay(tx, clientId)) ?? today);
  const days = daysBetween(eve < first ? earlier(first, end) : eve, today);
  const holdings = await readHoldings(tx, clientId, days, now);
  const { toCents } = await readDayRates(tx, days);
  const closing = Math.max(0, days.indexOf(end));
  const at = (index: number, { currency, amounts }: Holding) => {
    const minor = amounts[index] ?? 0n;
    return { minor, cents: toCents(minor, currency, days[index] ?? today) };
  };
  const accounts = holdings
    .map((holding) => accountOf(holding, at(0, holding), at(closing, holding)))
    .filter(({ openingMinor, closingMinor }) => openingMinor !== 0n || closingMinor !== 0n);
  const moved = await readResults(tx, clientId, new Date(Date.parse(days[0] ?? today) + dayMs));
  const results = [...moved.filter(({ on }) => on <= end), ...investmentResults(days.slice(0, closing + 1), holdings)];
  const openingCents = accounts.reduce((sum, index) => sum + index.openingCents, 0n);
  const closingCents = accounts.reduce((sum, index) => sum + index.closingCents, 0n);
  const split = attributeChange(closingCents - openingCents, results, toCents);
  const figures = { from, to, openingCents, closingCents, split, accounts };
  return { ...figures, hash: hashOf(clientId, figures) };
}

interface Worth {
  minor: bigint;
  cents: bigint;
}

function accountOf({ part, name, currency }: Holding, opening: Worth, closing: Worth): StatementAccount {
  const [openingMinor, closingMinor] = [opening.minor, closing.minor];
  return { part, name, currency, openingMinor, closingMinor, openingCents: opening.cents, closingCents: closing.cents };
}

function hashOf(
  clientId: string,
  { from, to, openingCents, closingCents, split, accounts }: Omit<PortfolioStatement, 'hash'>,
): string {
  const usd = (cents: bigint) => toDecimal(cents, 'USD');
  const { inCents, outCents, correctedCents, priceCents, incomeCents, currencyCents, feesCents } = split;
  const corrected = correctedCents === 0n ? [] : [correctedCents];
  const lines = [
    [clientId, from, to],
    [usd(openingCents)],
    [inCents, outCents, ...corrected, priceCents, incomeCents, currencyCents, feesCents].map(usd),
    ...accounts.map((index) => [
      index.part,
      index.currency,
      toDecimal(index.openingMinor, index.currency),
      toDecimal(index.closingMinor, index.currency),
      usd(index.openingCents),
      usd(index.closingCents),
      ...(index.name === null ? [] : [index.name]),
    ]),
    [usd(closingCents)],
  ];
  return createHash('sha256')
    .update(lines.map((line) => `${line.join(' ')}\n`).join(''))
    .digest('hex');
}
