import { choiceOf } from './choice.tsx';
import type { Kinds } from './kind.ts';

const secondFactor = choiceOf([
  ['choice', 'house.factor_choice'],
  ['must', 'house.factor_must'],
]);

export const securityKinds: Kinds<
  'security.client_second_factor' | 'security.withdrawal_second_factor' | 'security.same_network_approvals'
> = {
  'security.client_second_factor': secondFactor,
  'security.withdrawal_second_factor': secondFactor,
  'security.same_network_approvals': choiceOf([
    ['forbid', 'house.same_network_forbid'],
    ['mark', 'house.same_network_mark'],
  ]),
};
