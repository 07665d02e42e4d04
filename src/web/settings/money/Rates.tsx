import type { SettingValues } from '#contract/settings/catalogue.ts';
import { knownCurrencies } from '#contract/kernel/money.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps, ShownProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';
import { AddCurrency } from './AddCurrency.tsx';

type RatesValue = SettingValues['currencies.rates'];
type Rate = RatesValue[number];

/** What one unit of each currency is worth, and how old that is. */
export function Rates({ value }: ShownProps<RatesValue>) {
  const t = useText();
  const { price, day, span } = useFormat();
  const fractionOf = (usd: string) => usd.split('.')[1] ?? '';
  const digits = Math.max(...value.map(({ usd }) => fractionOf(usd).length));
  /** With as many digits as the longest has, so that their points stand below each other. */
  const even = (usd: string) => (digits === 0 ? usd : `${usd.split('.')[0]}.${fractionOf(usd).padEnd(digits, '0')}`);
  return (
    <DataTable
      caption={t('settings.currencies_rates')}
      rows={value}
      rowKey={({ currency }) => currency}
      columns={[
        { key: 'currency', header: t('settings.currency'), cell: ({ currency }) => currency },
        { key: 'usd', header: t('settings.rate_usd'), numeric: true, cell: ({ usd }) => <bdi>{price(even(usd))}</bdi> },
        { key: 'on', header: t('settings.rate_on'), once: ({ on }) => on, cell: ({ on }) => day(on) },
        {
          key: 'days',
          header: t('settings.rate_valid'),
          once: ({ days }) => String(days),
          cell: ({ days }) => (days === null ? t('settings.rate_for_good') : span(days, 'day')),
        },
      ]}
    />
  );
}

/** Chooses them. A currency that Atrium knows comes into use with its first rate, and stays. */
export function RatesFields({ value, hint, error, currencies, onChange }: KindFieldProps<RatesValue>) {
  const today = useNow().toISOString().slice(0, 10);
  const others = knownCurrencies.filter(
    (code) => !currencies.includes(code) && value.every(({ currency }) => currency !== code),
  );
  return (
    <ManyFields hint={hint} error={error}>
      {value.map((rate) => (
        <RateFields
          key={rate.currency}
          rate={rate}
          today={today}
          onChange={(changed) => onChange(value.map((each) => (each === rate ? changed : each)))}
        />
      ))}
      <AddCurrency
        currencies={others}
        onAdd={(currency) => onChange([...value, { currency, usd: '', on: today, days: 5 }])}
      />
    </ManyFields>
  );
}

interface RateFieldsProps {
  rate: Rate;
  today: string;
  onChange: (rate: Record<keyof Rate, unknown>) => void;
}

function RateFields({ rate, today, onChange }: RateFieldsProps) {
  const t = useText();
  const { currency, usd, on, days } = rate;
  // What is no number stays as it is written, and the server refuses it.
  const daysOf = (written: string) => (/^\d+$/.test(written) ? Number(written) : written || null);
  return (
    <fieldset className={styles.group}>
      <legend>{currency}</legend>
      <div className={styles.fields}>
        <TextField
          label={t('settings.rate_usd')}
          value={usd}
          dir="ltr"
          inputMode="decimal"
          required
          onChange={({ target }) => onChange({ ...rate, usd: target.value.trim(), on: today })}
        />
        <TextField
          label={t('settings.rate_on')}
          type="date"
          value={on}
          max={today}
          required
          onChange={({ target }) => onChange({ ...rate, on: target.value })}
        />
        <TextField
          label={t('settings.rate_days')}
          value={days === null ? '' : String(days)}
          dir="ltr"
          inputMode="numeric"
          onChange={({ target: { value } }) => onChange({ ...rate, days: daysOf(value.trim()) })}
        />
      </div>
    </fieldset>
  );
}
