import { useFormat } from '#web/platform/i18n/format.ts';

/** Amounts whose currency is said once for all of them: with all their digits, and with a sign where they are changes. */
export function usePlain() {
  const format = useFormat();
  return {
    amount: (decimal: string) => format.price(decimal),
    change: (decimal: string) => `${/^[^-]*[1-9]/.test(decimal) ? '+' : ''}${format.price(decimal)}`,
  };
}
