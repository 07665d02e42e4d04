import { paymentMethods } from '#contract/payments/names.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { windowConfig } from '#web/platform/window-config.ts';

export type Terms = SettingValues['payments.terms'];
export type Way = Terms[number];
export type WayGroup = Pick<Way, 'method' | 'kind'>;

/** Methods with their two directions. The test card is there in a demo only; elsewhere its terms stay as they are. */
export const wayGroups: readonly WayGroup[] = paymentMethods.flatMap((method): WayGroup[] =>
  windowConfig.demo || method !== 'sandbox'
    ? [
        { method, kind: 'deposit' },
        { method, kind: 'withdrawal' },
      ]
    : [],
);

export const isOf =
  ({ method, kind }: WayGroup) =>
  (way: Way) =>
    way.method === method && way.kind === kind;

/** In which currencies of wallets clients could not pay in by transfer, and what is missing. */
export function unpayable(
  values: Pick<SettingValues, 'currencies.wallets' | 'payments.terms' | 'payments.bank_accounts'>,
): { account: string[]; terms: string[] } {
  const ways = values['payments.terms'].filter(isOf({ method: 'bank_transfer', kind: 'deposit' }));
  const has = (rows: readonly { currency: string }[], code: string) => rows.some(({ currency }) => currency === code);
  const offered = values['currencies.wallets'].filter((code) => has(ways, code));
  return {
    account: offered.filter((code) => !has(values['payments.bank_accounts'], code)),
    terms: values['currencies.wallets'].filter((code) => !has(ways, code)),
  };
}
