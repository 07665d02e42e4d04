import type { ComponentProps } from 'react';
import type { PaymentTerms } from '#contract/payments.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFeeText } from './use-fee-text.ts';

interface AmountFieldProps extends Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error'> {
  currency: string;
  /** The method's terms in that currency; undefined where it does not take it. */
  terms: PaymentTerms | undefined;
}

/** An amount in a currency, with what the method takes at least, at most, and for itself. */
export function AmountField({ currency, terms, ...field }: AmountFieldProps) {
  const t = useText();
  const format = useFormat();
  const feeText = useFeeText();
  const hint = terms
    ? t('payments.amount_hint', {
        min: format.money(terms.min, currency),
        max: format.money(terms.max, currency),
        fee: feeText(terms),
      })
    : currency && t('payments.not_in_currency', { currency });
  return (
    <TextField
      {...field}
      label={t('payments.amount_in', { currency })}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      maxLength={24}
      required
    />
  );
}
