import { useQuery } from '@tanstack/react-query';
import type { ClientIbans as Pools } from '#contract/settings/values/client-ibans.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { clientIbansQuery } from '#web/payments/staff/client-ibans-query.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps, ShownProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';
import { AddCurrency } from './AddCurrency.tsx';
import { CurrencyGroup } from './CurrencyGroup.tsx';

/** In which currencies clients get an IBAN of their own, and how many are left; who decides on them sees each. */
export function ClientIbans({ value, whole, proposed }: ShownProps<Pools>) {
  const t = useText();
  const { number } = useFormat();
  const { data } = useQuery({ ...clientIbansQuery, enabled: !proposed });
  if (value.length === 0) return <p>{t('settings.client_ibans_none')}</p>;
  return (
    <ul className={styles.accounts}>
      {value.map(({ currency, ibans }) => {
        const left = data?.find((each) => each.currency === currency);
        return (
          <li key={currency}>
            <b>{currency}</b>{' '}
            {left && !proposed
              ? t('settings.client_ibans_left', { free: number(left.free), used: number(left.used) })
              : t('settings.client_ibans_count', { count: ibans.length })}
            {whole &&
              ibans.map((iban) => (
                <div key={iban}>
                  <bdi dir="ltr">{iban}</bdi>
                </div>
              ))}
          </li>
        );
      })}
    </ul>
  );
}

/** The IBANs of each currency, one a line, as the bank sends them. */
export function ClientIbansFields({ value, hint, error, currencies, onChange }: KindFieldProps<Pools>) {
  const t = useText();
  const others = currencies.filter((code) => value.every(({ currency }) => currency !== code));
  return (
    <ManyFields hint={hint} error={error}>
      {value.map((pool) => (
        <CurrencyGroup
          key={pool.currency}
          currency={pool.currency}
          onRemove={() => onChange(value.filter((each) => each !== pool))}
        >
          <TextAreaField
            label={t('settings.client_ibans_list')}
            hint={t('settings.client_ibans_hint')}
            value={pool.ibans.join('\n')}
            dir="ltr"
            rows={6}
            spellCheck={false}
            autoCapitalize="characters"
            onChange={({ target }) => {
              const ibans = target.value.split(/[\n,;]/);
              onChange(value.map((each) => (each === pool ? { ...pool, ibans } : each)));
            }}
          />
        </CurrencyGroup>
      ))}
      <AddCurrency currencies={others} onAdd={(currency) => onChange([...value, { currency, ibans: [] }])} />
    </ManyFields>
  );
}
