import type { PaymentTerms } from '#contract/payments/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';

type Fee = Pick<PaymentTerms, 'currency' | 'fee_fixed' | 'fee_percent'>;

/** Says what a way to pay costs. */
export function useFeeText(): (fee: Fee) => string {
  const t = useText();
  const format = useFormat();
  return ({ currency, fee_fixed, fee_percent }) => {
    const fixed = /[1-9]/.test(fee_fixed);
    const percent = /[1-9]/.test(fee_percent);
    const amount = format.symbol(fee_fixed, currency);
    const share = format.percent(fee_percent);
    if (fixed && percent) return t('payments.fee_both', { amount, share });
    if (fixed) return t('payments.fee_fixed', { amount });
    return percent ? t('payments.fee_percent', { share }) : t('payments.fee_none');
  };
}
