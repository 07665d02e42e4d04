import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';
import { AddCurrency } from './AddCurrency.tsx';
import { CurrencyGroup } from './CurrencyGroup.tsx';
import { CountedName, useGroupName } from './PaymentTerms.tsx';
import { isOf, wayGroups, type Terms, type Way } from './ways.ts';

/** Ways to pay, folded by method and direction; within them by currency. */
export function PaymentTermsFields({ value, hint, error, currencies, onChange }: KindFieldProps<Terms>) {
  const nameOf = useGroupName();
  const [added, setAdded] = useState<Way>();
  return (
    <ManyFields hint={hint} error={error}>
      {wayGroups.map((group) => {
        const ways = value.filter(isOf(group));
        const others = currencies.filter((code) => ways.every(({ currency }) => currency !== code));
        const name = nameOf(group);
        return (
          <Disclosure key={name} label={<CountedName name={name} count={ways.length} />}>
            <div className={styles.ways}>
              {ways.map((way) => (
                <Disclosure key={way.currency} label={way.currency} startOpen={way.currency === added?.currency}>
                  <WayFields
                    way={way}
                    onChange={(changed) => onChange(value.map((each) => (each === way ? changed : each)))}
                    onRemove={() => onChange(value.filter((each) => each !== way))}
                  />
                </Disclosure>
              ))}
              <AddCurrency
                currencies={others}
                onAdd={(currency) => {
                  const way = { ...group, currency, ...blank };
                  setAdded(way);
                  onChange([...value, way]);
                }}
              />
            </div>
          </Disclosure>
        );
      })}
    </ManyFields>
  );
}

/** Least and most are to be chosen; without them it is refused. */
const blank = { min: '', max: '', fee_fixed: '0', fee_percent: '0', open_days: 10, days: 2 };

interface WayFieldsProps {
  way: Way;
  onChange: (way: Way) => void;
  onRemove: () => void;
}

function WayFields({ way, onChange, onRemove }: WayFieldsProps) {
  const t = useText();
  const { kind, currency } = way;
  const put = (name: keyof Way, value: unknown) => onChange({ ...way, [name]: value });
  const amount = (name: 'min' | 'max' | 'fee_fixed' | 'fee_percent') => ({
    value: way[name],
    dir: 'ltr',
    inputMode: 'decimal' as const,
    required: true,
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value.trim()),
  });
  const days = (name: 'open_days' | 'days') => ({
    value: String(way[name]),
    dir: 'ltr',
    inputMode: 'numeric' as const,
    required: true,
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      put(name, /^\d+$/.test(value) ? Number(value) : value),
  });
  return (
    <CurrencyGroup currency={currency} isNamed onRemove={onRemove}>
      <div className={styles.fields}>
        <TextField {...amount('min')} label={t('settings.min')} />
        <TextField {...amount('max')} label={t('settings.max')} />
        <TextField {...amount('fee_fixed')} label={t('settings.fee_fixed')} />
        <TextField {...amount('fee_percent')} label={t('settings.fee_percent')} />
        <TextField {...days('days')} label={t('settings.working_days')} />
        {kind === 'deposit' && <TextField {...days('open_days')} label={t('settings.open_days')} />}
      </div>
    </CurrencyGroup>
  );
}
