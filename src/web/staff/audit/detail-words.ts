import type { AuditDetail } from '#contract/staff/audit-details.ts';
import { settingKeys, type SettingKey } from '#contract/settings/names.ts';
import { approvalTexts, ipoApprovalActions } from '#contract/ipo/staff-names.ts';
import { allotmentMethods } from '#contract/ipo/names.ts';
import { legalKinds } from '#contract/legal/names.ts';
import { overrideKinds } from '#contract/staff/override-names.ts';
import {
  adjustmentCategories,
  paymentKinds,
  paymentMethods,
  paymentStates,
  providerFindings,
} from '#contract/payments/names.ts';
import { riskRatings } from '#contract/clients/risk-names.ts';
import { clientStates, staffRoles } from '#contract/staff/names.ts';
import { priorities } from '#contract/support/names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { transferOutcomes } from '#contract/trading/transfer-names.ts';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { among } from './among.ts';

type Flat<Key extends string> = Key extends `${infer Group}.${infer Name}` ? `${Group}_${Name}` : never;
type Words = (value: string) => TextKey | undefined;

const priority = among(priorities, (value) => `chats.priority_${value}`);
const tier = among(tierNames, (value) => `common.tier_${value}`);
const risk = among([...riskRatings, 'none'], (value) => `staff.risk_${value}`);
const method = among(allotmentMethods, (value) => `ipo.method_${value}`);
const byPayment = among(paymentMethods, (value) => `payments.method_${value}`);
const answers = among(['yes', 'no'], (value) => `audit.${value}`);
const role = among(staffRoles, (value) => `common.role_${value}`);
const switched = among(['on', 'off'], (value) => `audit.${value}`);
const clientState = among(clientStates, (value) => `staff.state_${value}`);
const paymentState = among(paymentStates, (value) => `payments.state_${value}`);

const setting = among(settingKeys, (value) => `settings.${value.replace('.', '_') as Flat<SettingKey>}`);

/** Details whose values are codes that other screens translate as well. */
const words: Partial<Record<AuditDetail, Words>> = {
  about: (value) =>
    setting(value) ??
    among(overrideKinds, (kind) => `staff.override_${kind}`)(value) ??
    among(['level', 'risk', 'email'], (kind) => `staff.${kind}`)(value) ??
    among(['role'], () => 'staff.roles')(value) ??
    among(['accounts', 'offerings'], (scope) => `staff.dealing_${scope}`)(value.replace(/^dealing_/, '')) ??
    among(['staff_dealing'], () => 'staff.dealing')(value) ??
    among(['api_key'], () => 'audit.detail_key')(value) ??
    among(['connection'], () => 'audit.detail_connection')(value) ??
    among(['screening'], () => 'audit.detail_hit')(value) ??
    among(['import'], () => 'audit.detail_import')(value) ??
    among(['staff_identity'], () => 'staff.single_sign_on')(value),
  allotment_method: method,
  requires_new_consent: answers,
  same_network: answers,
  by: (value) => among(['hand'], () => 'audit.by_hand')(value) ?? among(['proofs'], () => 'staff.level_proven')(value),
  credit: answers,
  category: among(adjustmentCategories, (value) => `payments.category_${value}`),
  decision: (value) =>
    among(['approve', 'reject'], (decision) => `audit.decided_${decision}`)(value) ??
    among(['cleared'], () => 'audit.action_screening_clear')(value) ??
    among(['confirmed'], () => 'audit.action_screening_confirm')(value),
  direction: (value) =>
    among(['give', 'take'], (way) => `payments.direction_${way}`)(value) ??
    among(['in', 'out'], (way) => `trading.direction_${way}`)(value),
  finding: among(providerFindings, (value) => `payments.finding_${value}`),
  document: among(legalKinds, (value) => `legal.kind_${value}`),
  kind: (value) =>
    among(paymentKinds, (kind) => `payments.kind_${kind}`)(value) ??
    among(overrideKinds, (kind) => `staff.override_${kind}`)(value),
  method: (value) => method(value) ?? byPayment(value),
  min_tier: tier,
  outcome: among(transferOutcomes, (value) => `payments.outcome_${value}`),
  priority,
  approval_request: among(ipoApprovalActions, (value) => approvalTexts[value]),
  risk,
  role,
  setting,
  state: (value) => switched(value) ?? clientState(value) ?? paymentState(value),
  tier,
  transfer_outcome: among(['done', 'refused', 'unknown'], (value) => `payments.transfer_outcome_${value}`),
};

/** Words of the changed value: these actions store it under names that do not show its type. */
const changed: Record<string, Words> = {
  'clients.set_risk': risk,
  'portfolio.set_tier': tier,
  'portfolio.end_tier': tier,
  'support.set_priority': priority,
};

/** The texts of roles that the log has as one value; undefined where it is no such value. */
export function rolesOf(action: string, value: string): TextKey[] | undefined {
  if (action !== 'staff.set_roles') return undefined;
  const known = value.split(' ').map(role);
  return known.every((each) => each !== undefined) ? known : undefined;
}

/** The text of a value that is a word of the code; undefined for what people wrote, names and figures. */
export const wordOf = (action: string, name: string, value: string): TextKey | undefined =>
  (words[name as AuditDetail] ?? changed[action])?.(value);
