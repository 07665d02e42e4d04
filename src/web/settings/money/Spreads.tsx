import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps, ShownProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';

type SpreadsValue = SettingValues['currencies.spreads'];

/** What the operator earns on a conversion, with the currencies that share the same spread. */
export function Spreads({ value }: ShownProps<SpreadsValue>) {
  const { percent } = useFormat();
  const sizes = [...new Set(value.map((each) => each.percent))].toSorted((one, other) => Number(one) - Number(other));
  return (
    <ul>
      {sizes.map((size) => (
        <li key={size}>
          <bdi>{percent(size)}</bdi>:{' '}
          <bdi dir="ltr">
            {value
              .filter((each) => each.percent === size)
              .map(({ currency }) => currency)
              .join(' · ')}
          </bdi>
        </li>
      ))}
    </ul>
  );
}

/** Chooses it for each currency. */
export function SpreadsFields({ value, hint, error, onChange }: KindFieldProps<SpreadsValue>) {
  return (
    <ManyFields hint={hint} error={error}>
      <div className={styles.ticks}>
        {value.map((spread) => (
          <TextField
            key={spread.currency}
            label={spread.currency}
            value={spread.percent}
            dir="ltr"
            inputMode="decimal"
            maxLength={5}
            onChange={({ target }) =>
              onChange(value.map((each) => (each === spread ? { ...each, percent: target.value.trim() } : each)))
            }
          />
        ))}
      </div>
    </ManyFields>
  );
}
