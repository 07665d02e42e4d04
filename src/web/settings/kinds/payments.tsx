import type { SettingKey } from '#contract/settings/names.ts';
import { LimitsFields } from '../money/LimitsFields.tsx';
import { LimitsTable } from '../money/LimitsTable.tsx';
import { BankAccounts, BankAccountsFields } from '../money/BankAccounts.tsx';
import { InstrumentLimits, InstrumentLimitsFields } from '../money/InstrumentLimits.tsx';
import { ClientIbans, ClientIbansFields } from '../money/ClientIbans.tsx';
import { PaymentTerms } from '../money/PaymentTerms.tsx';
import { PaymentTermsFields } from '../money/PaymentTermsFields.tsx';
import { ApprovalRules } from '../rules/ApprovalRules.tsx';
import { ApprovalRulesFields } from '../rules/ApprovalRulesFields.tsx';
import type { Kinds } from './kind.ts';
import { count, spanOf, usd } from './quantity.tsx';

const hours = spanOf('hour');
const minutes = spanOf('minute');

export const paymentKinds: Kinds<Extract<SettingKey, `payments.${string}`>> = {
  'payments.bank_accounts': { Shown: BankAccounts, Field: BankAccountsFields },
  'payments.client_ibans': { Shown: ClientIbans, Field: ClientIbansFields },
  'payments.terms': { Shown: PaymentTerms, Field: PaymentTermsFields },
  'payments.limits': { Shown: LimitsTable, Field: LimitsFields },
  'payments.instrument_limits': { Shown: InstrumentLimits, Field: InstrumentLimitsFields },
  'payments.withdrawal_cooling_off_hours': hours,
  'payments.crypto_address_hours': hours,
  'payments.automatic_approval': { Shown: ApprovalRules, Field: ApprovalRulesFields },
  'payments.review_hours': hours,
  'payments.confirm_minutes': minutes,
  'payments.code_minutes': minutes,
  'payments.code_attempts': count,
  'payments.destination_link_hours': hours,
  'payments.destinations_per_client': count,
  'payments.second_approver_from': usd,
  'payments.approver_day_total': usd,
};
