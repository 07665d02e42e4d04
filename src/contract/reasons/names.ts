// The reasons that staff choose from. Without the schema library, so that the browser may import them for real.

/**
 * What a reason is given for, with the product’s own codes, which say the same in every language. A new or removed code
 * needs its row in a migration; the broker adds their own beside them.
 */
export const builtInReasons = {
  deposit: ['not_received', 'third_party', 'wrong_currency', 'source_unclear', 'duplicate'],
  withdrawal: ['destination_name', 'source_unclear', 'documents_needed', 'requested_by_client', 'suspected_misuse'],
  failure: ['returned_by_bank', 'destination_closed', 'technical'],
  refund: ['requested_by_client', 'third_party', 'wrong_currency', 'source_unclear', 'duplicate'],
  charge_back: ['charge_back'],
  adjustment: ['not_justified', 'wrong_amount', 'duplicate'],
  reversal: ['booked_in_error', 'booked_twice'],
  document: [
    'unreadable',
    'cut_off',
    'side_missing',
    'expired',
    'too_old',
    'name_differs',
    'address_differs',
    'not_accepted',
    'altered',
  ],
  application: ['not_eligible', 'by_broker'],
  block: ['requested_by_client', 'strange_access', 'under_inquiry', 'terms_broken', 'documents_missing'],
  payment_restriction: ['under_inquiry', 'documents_missing', 'strange_access', 'requested_by_client'],
  /** Only staff read it. */
  factor_reset: ['device_lost', 'device_changed', 'device_stolen', 'set_by_stranger'],
  /** Likewise. */
  email_change: ['mailbox_lost', 'mailbox_stolen', 'mistyped'],
} as const satisfies Record<string, readonly string[]>;

export type ReasonPurpose = keyof typeof builtInReasons;
export const reasonPurposes = Object.keys(builtInReasons) as ReasonPurpose[];

/** Maximum of the broker’s own reasons per purpose. */
export const ownReasonsPerPurpose = 40;
