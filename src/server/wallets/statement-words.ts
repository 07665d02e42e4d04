import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { StatementRow } from './statement/read.ts';

/** The words of a statement in one language. */
export interface StatementWords {
  text: (key: string, params?: Record<string, string>) => string;
  /** A UTC day such as `2026-11-20`. */
  day: (day: string) => string;
  /** An instant, in UTC. */
  time: (at: Date) => string;
  kind: (row: Pick<StatementRow, 'kind'>) => string;
  /** The other side of an operation, and its reason; undefined without either. */
  detail: (row: StatementRow) => string | undefined;
}

export function statementWords({ text }: Pick<App, 'text'>, language: Language): StatementWords {
  const tag = intlTagOf(language);
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return {
    text: (key, params) => text(language, key, params),
    day: (day) => days.format(new Date(`${day}T00:00:00Z`)),
    time: (at) => times.format(at),
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

/** `1,236.00` with a true minus: digits as the product shows them in every language, never a float. */
export function figure(amountMinor: bigint, currency: string): string {
  const [whole = '', fraction] = toDecimal(amountMinor, currency).split('.');
  const grouped = whole.replace('-', '−').replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
