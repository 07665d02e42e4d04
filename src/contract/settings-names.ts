/** Settings of the house, by the groups in which they are shown. */
export const houseGroups = {
  brand: [
    'brand.name',
    'brand.color',
    'brand.logo_light',
    'brand.logo_dark',
    'brand.company',
    'brand.support_email',
    'brand.language',
  ],
  currencies: [
    'currencies.wallets',
    'currencies.accounts',
    'currencies.spreads',
    'currencies.quote_seconds',
    'currencies.quote_tolerance',
  ],
  trading: ['trading.accounts_per_client'],
  payments: [
    'payments.bank_accounts',
    'payments.terms',
    'payments.limits',
    'payments.withdrawal_rest_hours',
    'payments.second_approver_from',
    'payments.approver_day_total',
    'payments.review_hours',
    'payments.confirm_minutes',
    'payments.code_minutes',
    'payments.code_attempts',
    'payments.destination_link_hours',
    'payments.destinations_per_client',
  ],
  tiers: ['tiers.levels', 'tiers.days_below', 'tiers.benefits'],
  verification: [
    'verification.levels',
    'verification.review_hours',
    'verification.lock_minutes',
    'verification.residence_months',
    'verification.least_age',
  ],
  ipo: [
    'features.ipo',
    'ipo.band_low_percent',
    'ipo.band_high_percent',
    'ipo.confirm_minutes',
    'ipo.supplement_days',
    'ipo.suitability_days',
    'ipo.exit_quote_seconds',
    'ipo.price_age_seconds',
    'ipo.price_tolerance',
  ],
  security: [
    'security.client_second_factor',
    'security.withdrawal_second_factor',
    'security.same_network_approvals',
    'security.registration',
  ],
  mail: ['mail.server'],
} as const;

export type HouseGroup = keyof typeof houseGroups;
export type HouseKey = (typeof houseGroups)[HouseGroup][number];

/** Under which it is shown. */
export const groupOf = (key: HouseKey) =>
  (Object.keys(houseGroups) as HouseGroup[]).find((group) => (houseGroups[group] as readonly HouseKey[]).includes(key));

export const houseKeys = Object.values(houseGroups).flat() as [HouseKey, ...HouseKey[]];

/**
 * What protects money, and who may do what with it: changed only with a proof that it is oneself, and by two where
 * somebody else may confirm it. `setting_is_guarded` in the database says the same.
 */
export const guardedKeys = [
  'currencies.spreads',
  'currencies.quote_seconds',
  'currencies.quote_tolerance',
  ...houseGroups.payments,
  ...houseGroups.tiers,
  ...houseGroups.verification,
  ...houseGroups.ipo,
  ...houseGroups.security,
  ...houseGroups.mail,
] as const;
export type GuardedKey = (typeof guardedKeys)[number];
export const openKeys = [
  ...houseGroups.brand,
  'currencies.wallets',
  'currencies.accounts',
  ...houseGroups.trading,
] as const satisfies readonly OpenKey[];
export type OpenKey = Exclude<HouseKey, GuardedKey>;

export const isGuarded = (key: HouseKey): key is GuardedKey => (guardedKeys as readonly HouseKey[]).includes(key);

/** Whether a new client is signed in at once, or once the address is confirmed: then nobody learns here who is a client. */
export const registrationRules = ['at_once', 'confirm_first'] as const;

/** Whether clients may sign in with a password alone. */
export const secondFactorRules = ['choice', 'must'] as const;

/** Where a value in force comes from: an administrator, the environment of the server, or nobody chose it. */
export const settingSources = ['version', 'environment', 'default'] as const;

/** A picture of the operator's, before it is drawn anew. */
export const logoLimits = { bytes: 1024 * 1024, widthPx: 640, heightPx: 160 } as const;
