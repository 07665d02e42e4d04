import { toDecimal } from '#contract/kernel/money.ts';
import { numbersFor, type Reader } from '#contract/kernel/text/number-format.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import { dateFormat } from '#contract/kernel/text/date-format.ts';
import type { App } from '#server/platform/app.ts';
import { moneyText } from '#server/platform/formats/money-format.ts';
import type { StatementRow } from './statement/read.ts';

/** The words of a statement for one reader. */
export interface StatementWords {
  text: (key: string, params?: Record<string, string>) => string;
  /** A UTC day such as `2026-11-20`. */
  day: (day: string) => string;
  /** An instant, in UTC. */
  time: (at: Date) => string;
  /** An amount in a column of one currency, with all its digits, as `1,236.00`. */
  figure: (amountMinor: bigint, currency: string) => string;
  /** An amount with its currency, as `USD 1,236.00`. */
  money: (amountMinor: bigint, currency: string) => string;
  /** A count as `1,236`. */
  number: (count: number) => string;
  /** `"4.5"` is `4.5%`. */
  percent: (decimal: string) => string;
  kind: (row: Pick<StatementRow, 'kind'>) => string;
  /** The other side of an operation, and its reason; undefined without either. */
  detail: (row: StatementRow) => string | undefined;
}

export function statementWords({ text }: Pick<App, 'text'>, reader: Reader): StatementWords {
  const { language } = reader;
  const numbers = numbersFor(reader);
  const days = dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const times = dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return {
    text: (key, params = {}) => text(language, key, textValues(reader, params)),
    day: (day) => days(new Date(`${day}T00:00:00Z`)),
    time: (at) => times(at),
    figure: (amountMinor, currency) => numbers.price(toDecimal(amountMinor, currency)),
    money: (amountMinor, currency) => moneyText(reader, amountMinor, currency),
    number: (count) => numbers.number(count),
    percent: (decimal) => numbers.percent(decimal),
    kind: ({ kind }) => text(language, `wallets.kind_${kind}`),
    detail({ reason, referenceType, referenceLabel: number, otherCurrency: currency, amount }) {
      const account = number && referenceType === 'trading_account';
      const other = [
        account && text(language, 'wallets.statement_account', { number }),
        !account && number,
        currency && text(language, `wallets.converted_${amount < 0n ? 'to' : 'from'}`, { currency }),
      ];
      return [...other, reason].filter(Boolean).join(' · ') || undefined;
    },
  };
}
