import type { ComponentProps } from 'react';
import { fromDecimal } from '#contract/kernel/money.ts';
import type { PaymentTerms } from '#contract/payments/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from './AmountField.module.css';
import { useFeeText } from './use-fee-text.ts';

interface AmountFieldProps extends Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error'> {
  currency: string;
  /** The method's terms in that currency; undefined where it does not take it. */
  terms: PaymentTerms | undefined;
  kind: 'deposit' | 'withdraw';
  /** What the wallet has, where money leaves it. */
  available?: string | undefined;
}

/** The figure of its screen: an amount in a currency, and below it what the client may move now by all their limits, and what the method takes for itself. */
export function AmountField({ currency, terms, kind, available, ...field }: AmountFieldProps) {
  const t = useText();
  const hint = useHint(terms, kind, available) ?? (currency && t('payments.not_in_currency', { currency }));
  return (
    <TextField
      {...field}
      className={styles.amount}
      label={t('payments.amount_in', { currency })}
      hint={hint}
      placeholder="0"
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      maxLength={24}
      required
    />
  );
}

function useHint(
  terms: PaymentTerms | undefined,
  kind: AmountFieldProps['kind'],
  available: string | undefined,
): string | undefined {
  const t = useText();
  const format = useFormat();
  const feeText = useFeeText();
  if (!terms) return undefined;
  const { currency, now, min } = terms;
  const minor = (amount: string) => fromDecimal(amount, currency);
  const max = available !== undefined && minor(available) < minor(now) ? available : now;
  const sums = { max: format.symbol(max, currency), min: format.symbol(min, currency) };
  if (minor(max) < minor(min)) return t('payments.less_than_minimum', sums);
  return t(`payments.${kind}_up_to_now`, { ...sums, fee: feeText(terms) });
}
