import { choiceOf } from './option.tsx';
import type { Kinds } from './kind.ts';

const secondFactor = choiceOf([
  ['choice', 'house.factor_choice'],
  ['must', 'house.factor_must'],
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
    ['at_once', 'house.registration_at_once'],
    ['confirm_first', 'house.registration_confirm_first'],
  ]),
  'security.same_network_approvals': choiceOf([
    ['forbid', 'house.same_network_forbid'],
    ['mark', 'house.same_network_mark'],
  ]),
};
