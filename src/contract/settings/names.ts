const looks = ['brand.name', 'brand.color', 'brand.logo_light', 'brand.logo_dark'] as const;
const words = [
  'brand.company',
  'brand.support_email',
  'brand.language',
  'brand.footer',
  'brand.links',
  'brand.widgets',
] as const;

/** Settings of the operator, by the groups in which they are shown. */
export const settingsGroups = {
  brand: [...looks, 'brand.font', ...words],
  brands: ['brands.others'],
  currencies: [
    'currencies.wallets',
    'currencies.accounts',
    'currencies.rates',
    'currencies.spreads',
    'currencies.quote_seconds',
    'currencies.quote_tolerance',
  ],
  trading: ['trading.accounts_per_client'],
  payments: [
    'payments.bank_accounts',
    'payments.client_ibans',
    'payments.terms',
    'payments.limits',
    'payments.instrument_limits',
    'payments.withdrawal_cooling_off_hours',
    'payments.crypto_address_hours',
    'payments.second_approver_from',
    'payments.approver_day_total',
    'payments.automatic_approval',
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
    'verification.min_age',
    'verification.codes_per_country',
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
  email: ['email.server'],
} as const;

export type SettingsGroup = keyof typeof settingsGroups;
export type SettingKey = (typeof settingsGroups)[SettingsGroup][number];

/** Parts of the screen of settings: a group of one setting stands with others. */
export const settingsParts = {
  brand: ['brand', 'brands'],
  currencies: ['currencies', 'trading'],
  payments: ['payments'],
  tiers: ['tiers'],
  verification: ['verification'],
  ipo: ['ipo'],
  security: ['security', 'email'],
} as const satisfies Partial<Record<SettingsGroup, readonly SettingsGroup[]>>;
export type SettingsPart = keyof typeof settingsParts;

/** Where it is shown. */
export const partOf = (key: SettingKey) =>
  (Object.keys(settingsParts) as SettingsPart[]).find((part) =>
    settingsParts[part].some((group) => (settingsGroups[group] as readonly SettingKey[]).includes(key)),
  );

export const settingKeys = Object.values(settingsGroups).flat() as [SettingKey, ...SettingKey[]];

/**
 * Settings that protect money and ways in. To change one takes a recent proof of identity, and an approval where another person may
 * give it. `setting_is_protected` in the database says the same.
 */
export const protectedKeys = [
  // A font decides which digit each figure and account number shows.
  'brand.font',
  ...settingsGroups.brands,
  'currencies.rates',
  'currencies.spreads',
  'currencies.quote_seconds',
  'currencies.quote_tolerance',
  ...settingsGroups.payments,
  ...settingsGroups.tiers,
  ...settingsGroups.verification,
  ...settingsGroups.ipo,
  ...settingsGroups.security,
  ...settingsGroups.email,
] as const;
export type ProtectedKey = (typeof protectedKeys)[number];
export const openKeys = [
  ...looks,
  ...words,
  'currencies.wallets',
  'currencies.accounts',
  ...settingsGroups.trading,
] as const satisfies readonly OpenKey[];
export type OpenKey = Exclude<SettingKey, ProtectedKey>;

export const isProtected = (key: SettingKey): key is ProtectedKey =>
  (protectedKeys as readonly SettingKey[]).includes(key);

/**
 * Whether a new client is signed in at once, or once the address is confirmed: then the form does not reveal who is a
 * client.
 */
export const registrationRules = ['at_once', 'confirm_first'] as const;

/** Whether clients may sign in with a password alone. */
export const secondFactorRules = ['choice', 'must'] as const;

/** Where a value in force comes from: an administrator, the environment of the server, or the default. */
export const settingSources = ['version', 'environment', 'default'] as const;

/** Lengths and numbers of what the operator adds to pages of clients. */
export const brandLimits = { footer: 2000, links: 6, linkLabel: 40 } as const;

/** A picture of the operator's, before the server draws it again. */
export const logoLimits = { bytes: 1024 * 1024, widthPx: 640, heightPx: 160 } as const;

/** A font of the operator's: its file, and all its tables once unpacked. */
export const fontLimits = { bytes: 1024 * 1024, unpackedBytes: 8 * 1024 * 1024 } as const;
