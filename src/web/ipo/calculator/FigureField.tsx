import type { ComponentProps } from 'react';
import { MoneyField } from '#web/platform/forms/MoneyField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './FigureField.module.css';
import { readDecimal } from '../read-decimal.ts';
import type { Span } from './slider-span.ts';

interface FigureFieldProps extends Pick<ComponentProps<typeof TextField>, 'value' | 'error'> {
  label: string;
  value: string;
  /** Of an amount or a price. */
  currency: string | undefined;
  /** With one the figure can be slid as well as typed. */
  span: Span | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** A figure to type, and where it is one to try out, a slider under it. */
export function FigureField({ currency, span, ...field }: FigureFieldProps) {
  const t = useText();
  const read = readDecimal(field.value);
  return (
    <div className={flowStyles.stack4}>
      {currency === undefined ? (
        <TextField {...field} inputMode="decimal" autoComplete="off" />
      ) : (
        <MoneyField {...field} currency={currency} />
      )}
      {span && (
        <input
          type="range"
          className={styles.slider}
          aria-label={t('ipo.slide', { label: field.label })}
          min="0"
          max={span.max}
          step={span.step}
          value={'decimal' in read ? read.decimal : '0'}
          onChange={field.onChange}
        />
      )}
    </div>
  );
}
