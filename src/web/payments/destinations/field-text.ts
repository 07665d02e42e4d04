import { accountTypes, type AccountField } from '#contract/payments/payouts/schemes.ts';
import type { Translate } from '#web/platform/i18n/i18n.tsx';

/** What a field of a bank account says, in words where it is a choice. */
export function fieldText(t: Translate, field: AccountField, value: string): string {
  const type = field === 'account_type' ? accountTypes.find((each) => each === value.toLowerCase()) : undefined;
  return type ? t(`payments.account_type_${type}`) : value;
}
