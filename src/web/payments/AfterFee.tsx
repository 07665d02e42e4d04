import { fromDecimal, scaleOf, toDecimal } from '#contract/kernel/money.ts';
import type { PaymentTerms } from '#contract/payments/endpoints.ts';
import { feeOf } from '#contract/payments/fee.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';

interface AfterFeeProps {
  /** As it is written so far. */
  amount: string;
  terms: PaymentTerms | undefined;
}

/** What the fee of an amount is, and what arrives; nothing before there is an amount that exceeds its fee. */
export function AfterFee({ amount, terms }: AfterFeeProps) {
  const t = useText();
  if (!terms) return null;
  const { currency } = terms;
  const amountMinor = minorOf(amount, currency);
  const fixed = fromDecimal(terms.fee_fixed, currency);
  const fee = feeOf({ feeFixed: fixed, feePercent: terms.fee_percent }, amountMinor);
  if (amountMinor <= fee) return null;
  const sum = (minor: bigint) => <Sum amount={toDecimal(minor, currency)} currency={currency} />;
  return (
    <DescriptionList
      items={[
        { term: t('payments.amount'), details: sum(amountMinor) },
        { term: t('payments.fee'), details: sum(fee) },
        { term: t('payments.net_deposit'), details: <strong>{sum(amountMinor - fee)}</strong> },
      ]}
    />
  );
}

/** Nothing while it is no amount of the currency. */
function minorOf(written: string, currency: string): bigint {
  const [, fraction = ''] = /^\d{1,12}(?:\.(\d{1,18}))?$/.exec(written.trim()) ?? ['', '0'.repeat(99)];
  return fraction.length > scaleOf(currency) ? 0n : fromDecimal(written.trim(), currency);
}
