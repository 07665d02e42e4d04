import { choiceOf } from './option.tsx';
import type { Kinds } from './kind.ts';

const secondFactor = choiceOf([
  ['choice', 'settings.factor_choice'],
  ['must', 'settings.factor_must'],
]);

export const securityKinds: Kinds<
  | 'security.client_second_factor'
  | 'security.withdrawal_second_factor'
  | 'security.same_network_approvals'
  | 'security.registration'
> = {
  'security.client_second_factor': secondFactor,
  'security.withdrawal_second_factor': secondFactor,
  'security.registration': choiceOf([
    ['at_once', 'settings.registration_at_once'],
    ['confirm_first', 'settings.registration_confirm_first'],
  ]),
  'security.same_network_approvals': choiceOf([
    ['forbid', 'settings.same_network_forbid'],
    ['mark', 'settings.same_network_mark'],
  ]),
};
