import type { SettingKey } from '#contract/settings/names.ts';
import { CurrenciesField } from '../money/CurrenciesField.tsx';
import { Rates, RatesFields } from '../money/Rates.tsx';
import { Spreads, SpreadsFields } from '../money/Spreads.tsx';
import type { Kind, KindFieldProps, Kinds } from './kind.ts';
import { hundredths, spanOf } from './quantity.tsx';

const codes: Kind<string[]> = { Shown: Codes, Field: CodesField };

export const currencyKinds: Kinds<Extract<SettingKey, `currencies.${string}`>> = {
  'currencies.wallets': codes,
  'currencies.accounts': codes,
  'currencies.rates': { Shown: Rates, Field: RatesFields },
  'currencies.spreads': { Shown: Spreads, Field: SpreadsFields },
  'currencies.quote_seconds': spanOf('second'),
  'currencies.quote_tolerance': hundredths,
};

function Codes({ value }: { value: string[] }) {
  return <p dir="ltr">{value.join(' · ')}</p>;
}

function CodesField({ currencies, addPicture: _none, ...props }: KindFieldProps<string[]>) {
  return <CurrenciesField {...props} all={currencies} />;
}
