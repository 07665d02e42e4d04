import { choiceOf } from './choice.tsx';
import type { Kinds } from './kind.ts';

export const securityKinds: Kinds<'security.client_second_factor' | 'security.same_network_approvals'> = {
  'security.client_second_factor': choiceOf([
    ['choice', 'house.factor_choice'],
    ['must', 'house.factor_must'],
  ]),
  'security.same_network_approvals': choiceOf([
    ['forbid', 'house.same_network_forbid'],
    ['mark', 'house.same_network_mark'],
  ]),
};
