import type { ComponentProps } from 'react';
import { fromDecimal } from '#contract/kernel/money.ts';
import type { PaymentTerms } from '#contract/payments/endpoints.ts';
import { MoneyField } from '#web/platform/forms/MoneyField.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './AmountField.module.css';
import { mostNow, quickAmounts, sharesOf } from './offered-amounts.ts';
import { useFeeText } from './use-fee-text.ts';

interface AmountFieldProps extends Pick<ComponentProps<typeof MoneyField>, 'name' | 'value' | 'onChange' | 'error'> {
  currency: string;
  /** The method's terms in that currency; undefined where it does not take it. */
  terms: PaymentTerms | undefined;
  kind: 'deposit' | 'withdraw';
  /** What the wallet has, where money leaves it. */
  available?: string | undefined;
  /** One of the offered amounts was pressed. */
  onPick: (amount: string) => void;
}

/**
 * The figure of its screen: an amount in a currency, and below it what the client may move now by all their limits, what the
 * method takes for itself, and amounts that one press fills in.
 */
export function AmountField({ currency, terms, kind, available, onPick, ...field }: AmountFieldProps) {
  const t = useText();
  const hint = useHint(terms, kind, available) ?? (currency && t('payments.not_in_currency', { currency }));
  const offered = useOffered(kind, terms, available);
  return (
    <div className={flowStyles.stack8}>
      <MoneyField
        {...field}
        currency={currency}
        className={styles.amount}
        label={t('payments.amount_in', { currency })}
        hint={hint}
        placeholder="0"
        required
      />
      {offered.length > 0 && (
        <div className={flowStyles.row}>
          {offered.map(({ amount, label }) => (
            <Button key={label} size="small" onClick={() => onPick(amount.replace(/\.0+$/, ''))}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Amounts that one press fills in, each with what its button says. */
function useOffered(kind: AmountFieldProps['kind'], terms: PaymentTerms | undefined, available: string | undefined) {
  const t = useText();
  const format = useFormat();
  if (!terms) return [];
  if (kind === 'deposit')
    return quickAmounts(terms).map((amount) => ({
      amount,
      label: format.symbol(amount, terms.currency, { short: true }),
    }));
  return sharesOf(terms, mostNow(terms, available)).map(({ amount, percent }) => ({
    amount,
    label: percent === 100 ? t('payments.max_amount') : format.percent(String(percent)),
  }));
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
  const { currency, min } = terms;
  const max = mostNow(terms, available);
  const minor = (amount: string) => fromDecimal(amount, currency);
  const short = (amount: string) => format.symbol(amount, currency, { short: true });
  const sums = { max: short(max), min: short(min) };
  if (minor(max) < minor(min)) return t('payments.less_than_minimum', sums);
  return t(`payments.${kind}_up_to_now`, { ...sums, fee: feeText(terms) });
}
