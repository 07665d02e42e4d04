import { choiceOf } from './choice.tsx';
import type { Kinds } from './kind.ts';

export const securityKinds: Kinds<'security.client_second_factor'> = {
  'security.client_second_factor': choiceOf([
    ['choice', 'house.factor_choice'],
    ['must', 'house.factor_must'],
  ]),
};
