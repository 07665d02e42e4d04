/** What staff who see offerings may be permitted to deal in, besides one offering by its id. */
export const dealingScopes = ['accounts', 'offerings'] as const;
export type DealingScope = (typeof dealingScopes)[number];

/** An exception lasts a year at most. */
export const maxDealingDays = 365;

/** How long a person who gave up such a role still counts as staff; the database computes it. */
export const dealingCoolingOffDays = 30;
