import type { ComponentProps } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { Field, type FieldProps } from '#web/ui/forms/Field.tsx';
import styles from './MoneyField.module.css';

/** What the language writes beside an amount in a currency, without space and marks of direction. */
function useSign(currency: string): string {
  const { symbol } = useFormat();
  return currency && symbol('0', currency, { short: true }).replace(/[\p{N}\p{Z}\p{C}]/gu, '');
}

/** An amount or a price to type, after the symbol of its currency. */
export function MoneyField({
  currency,
  label,
  hint,
  error,
  className,
  ...rest
}: ComponentProps<'input'> & FieldProps & { currency: string }) {
  const sign = useSign(currency);
  const frame = { label, hint, error, className, id: rest.id, required: rest.required };
  return (
    <Field {...frame}>
      {(control) => (
        <div className={styles.frame} dir="ltr">
          {sign && <span aria-hidden>{sign}</span>}
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            maxLength={24}
            style={{ paddingInlineStart: sign && `calc(16px + ${sign.length}ch)` }}
            {...rest}
            {...control}
          />
        </div>
      )}
    </Field>
  );
}
