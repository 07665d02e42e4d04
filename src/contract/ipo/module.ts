import type { DeclarationWith } from '#contract/declaration.ts';
import { optional, pressing } from '#contract/notifications/terms.ts';
import { ipoStaffActions } from './staff-names.ts';
import type { OfferingTerms } from './staff-records.ts';
import type { IpoEvents } from './events.ts';

/** Terms of an offering as details of an action; they are called as on its form. */
export const offeringDetails = [
  'issuer',
  'ticker',
  'isin',
  'exchange',
  'sector',
  'currency',
  'mode',
  'price_low',
  'price_high',
  'shares_offered',
  'shares_outstanding',
  'quota',
  'lot_size',
  'min_quantity',
  'max_quantity',
  'fee_in_percent',
  'fee_in_minimum',
  'fee_fixed',
  'fee_out_percent',
  'lock_up_days',
  'early_exit_percent',
  'min_level',
  'min_tier',
  'excluded_countries',
  'cut_off',
  'when_postponed',
  'allotment_method',
  'disclosure_version',
  'opens_at',
  'closes_at',
  'listed_at',
] as const satisfies readonly (keyof OfferingTerms)[];

export const ipo = {
  auditActions: {
    ipo_staff: [...ipoStaffActions, 'list_file', 'book_file'],
  },
  auditDetails: ['application', 'offering', 'price', 'stock_id'],
  jobs: ['ipo.allotment', 'ipo.simulate_applicants', 'ipo.advance_offerings', 'ipo.prices'],
  notifications: {
    'ipo.offering_changed': {},
    'ipo.supplement_published': { ipo_supplement: { group: 'ipo', ...pressing } },
    'ipo.offering_paused': {
      ipo_postponed: { group: 'ipo', channels: optional },
      ipo_resumed: { group: 'ipo', channels: optional },
    },
    'ipo.application_changed': {
      ipo_applied: { group: 'ipo', channels: optional },
      ipo_reconfirm: { group: 'ipo', ...pressing },
      ipo_allotted: { group: 'ipo', channels: optional },
      ipo_not_allotted: { group: 'ipo', channels: optional },
      ipo_tradable: { group: 'ipo', channels: optional },
      ipo_ended: { group: 'ipo', channels: optional },
    },
  },
  publicEvents: ['ipo.offering_changed', 'ipo.application_changed'],
} as const satisfies DeclarationWith<IpoEvents>;
