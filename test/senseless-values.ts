import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { ProtectedKey } from '#contract/settings/names.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { rulesOf } from './money/automatic-approval.ts';

const account = {
  currency: 'USD',
  beneficiary: 'Nord',
  bank: 'Quay',
  iban: 'DE89370400440532013000',
  bic: 'QUAYDEFF',
};

const brand = {
  id: '01890000-0000-7000-8000-000000000001',
  host: 'localhost',
  name: 'Nord',
  color: '#0b6e4f',
  logo_light: '01890000-0000-7000-8000-000000000002',
  logo_dark: null,
  company: '',
  support_email: null,
  sender: null,
  language: 'en',
  languages: ['en'],
};

const emailServer = {
  host: 'mail.nord.example',
  port: 587,
  encryption: 'starttls',
  user: 'settings',
  sender_name: 'Nord',
  sender_address: 'no-reply@nord.example',
};

/** Values that have their shape and make no sense, in the order of the refusals of `settings.change_protected`. */
export function senselessValues(settings: readonly Setting[]): [ProtectedKey, unknown][] {
  const valueOf = <Key extends ProtectedKey>(key: Key) =>
    settings.find((each) => each.key === key)?.value as SettingValues[Key];
  const limits = valueOf('payments.limits').map((each) => ({
    ...each,
    deposit: { ...each.deposit, per_operation: '9', per_day: '8' },
  }));
  const terms = valueOf('payments.terms');
  const [first, ...others] = terms;
  const way = (wrong: object): [ProtectedKey, unknown] => ['payments.terms', [{ ...first, ...wrong }, ...others]];
  const levels = valueOf('verification.levels');
  return [
    ['payments.limits', limits],
    ['payments.bank_accounts', [{ ...account, currency: 'QQQ' }]],
    ['payments.bank_accounts', [{ ...account, currency: 'AUD' }]],
    ['payments.bank_accounts', [account, { ...account, bank: '' }]],
    ['payments.bank_accounts', [{ ...account, bank: '', iban: 'DE00' }]],
    ['payments.bank_accounts', [{ ...account, iban: 'DE00' }]],
    ['payments.client_ibans', [{ currency: 'USD', ibans: ['DE00'] }]],
    ['payments.client_ibans', [{ currency: 'USD', ibans: [account.iban, account.iban] }]],
    ['payments.terms', [first, ...terms]],
    way({ min: '1.001', max: '0' }),
    way({ max: '0', fee_fixed: '9' }),
    way({ min: '9', fee_fixed: '9' }),
    ['tiers.levels', valueOf('tiers.levels').map((each) => ({ ...each, from: '100.00' }))],
    [
      'tiers.benefits',
      valueOf('tiers.benefits').map((each) => ({ ...each, personal_manager: each.tier === 'silver' })),
    ],
    ['verification.levels', { ...levels, source_of_funds: null }],
    ['verification.levels', { ...levels, person: 4 }],
    ['verification.levels', { ...levels, identity: 4, source_of_funds: 3 }],
    ['brands.others', [{ ...brand, host: 'nord.example' }]],
    ['brands.others', [brand]],
    ['brand.font', { regular: brand.id, semibold: null }],
    ['currencies.spreads', [{ currency: 'USD', percent: '1' }]],
    ['currencies.rates', []],
    ['currencies.rates', valueOf('currencies.rates').map((each) => ({ ...each, on: '2999-01-01' }))],
    ['email.server', { ...emailServer, password: '01890000-0000-7000-8000-000000000000' }],
    ['payments.automatic_approval', rulesOf({ max_amount: '1.07' })],
    // It makes sense, but the emails of a demo cannot be sent.
    ['email.server', null],
  ];
}
