import { z } from 'zod';
import { wait, type Refusals } from '#contract/kernel/refusals/refusal.ts';

export const clientsRefusals = {
  'clients.closure_none': {},
  'clients.closure_pending': {},
  'clients.closure_remainders': { status: 422 },
  'clients.closure_staff': {},
  'clients.data_over': {},
  'clients.email_confirmed': {},
  'clients.email_taken': { status: 422 },
  'clients.level_not_above': { status: 422 },
  'clients.not_closed': {},
  'clients.other_administrator': { params: z.strictObject({ days: z.number() }) },
  'clients.own_level': {},
  'clients.own_second_factor': {},
  'clients.pin_none': {},
  'clients.pin_own': {},
  'clients.pin_paused': { status: 429, params: wait },
  'clients.pin_shape': { status: 422 },
  'clients.pin_wrong': { status: 422 },
  'clients.same_country': { status: 422 },
  'clients.same_person': {},
  'clients.second_factor_none': {},
  'clients.second_factor_of_staff': {},
} as const satisfies Refusals;
