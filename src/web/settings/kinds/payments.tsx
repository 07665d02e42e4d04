import type { SettingKey } from '#contract/settings/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { LimitsFields } from '../money/LimitsFields.tsx';
import { LimitsTable } from '../money/LimitsTable.tsx';
import { BankAccounts, BankAccountsFields } from '../money/BankAccounts.tsx';
import { ClientIbans, ClientIbansFields } from '../money/ClientIbans.tsx';
import { PaymentTerms } from '../money/PaymentTerms.tsx';
import { PaymentTermsFields } from '../money/PaymentTermsFields.tsx';
import { ApprovalRules } from '../rules/ApprovalRules.tsx';
import { ApprovalRulesFields } from '../rules/ApprovalRulesFields.tsx';
import { count } from './count.tsx';
import { DecimalField, WholeNumberField } from './fields.tsx';
import type { Kind, Kinds } from './kind.ts';
import { spanOf } from './spans.tsx';

const hours: Kind<number> = { Shown: Hours, Field: WholeNumberField };
const minutes = spanOf('minute');

export const paymentKinds: Kinds<Extract<SettingKey, `payments.${string}`>> = {
  'payments.bank_accounts': { Shown: BankAccounts, Field: BankAccountsFields },
  'payments.client_ibans': { Shown: ClientIbans, Field: ClientIbansFields },
  'payments.terms': { Shown: PaymentTerms, Field: PaymentTermsFields },
  'payments.limits': { Shown: LimitsTable, Field: LimitsFields },
  'payments.withdrawal_cooling_off_hours': hours,
  'payments.automatic_approval': { Shown: ApprovalRules, Field: ApprovalRulesFields },
  'payments.review_hours': hours,
  'payments.confirm_minutes': minutes,
  'payments.code_minutes': minutes,
  'payments.code_attempts': count,
  'payments.destination_link_hours': hours,
  'payments.destinations_per_client': count,
  'payments.second_approver_from': { Shown: Usd, Field: DecimalField },
  'payments.approver_day_total': { Shown: Usd, Field: DecimalField },
};

function Hours({ value }: { value: number }) {
  const t = useText();
  return <p>{t('settings.hours', { count: value })}</p>;
}

function Usd({ value }: { value: string }) {
  const { money } = useFormat();
  return (
    <p>
      <bdi>{money(value, 'USD')}</bdi>
    </p>
  );
}
