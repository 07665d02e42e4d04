// What Stripe publishes about bank accounts, for a few countries.

const field = (stripe_name: string, local_name: string, form: string, sizes: [number, number], example: string) => ({
  local_name,
  local_name_human: { content: local_name, localization_key: `payout_methods.bank_account.${local_name}` },
  min_length: sizes[0],
  max_length: sizes[1],
  placeholder: example,
  stripe_name,
  validation_regex: `\\A${form}\\z`,
});

const iban = (country: string, length: number) => [
  field('account_number', 'iban', `${country}\\d{2}[A-Z0-9]{${length - 4}}`, [length, length], `${country}00`),
];

const inCurrencies = <Field extends object>(currencies: string[], fields: Field[]) => ({
  fields: fields.map((each) => ({ ...each, currencies })),
});

export const countries: Readonly<Record<string, { fields: ReturnType<typeof field>[] }>> = {
  // As Stripe's own example has it: without currencies, which then only the payout method names.
  US: {
    fields: [
      field('account_number', 'account_number', '\\d{1,17}', [1, 17], '000123456789'),
      field('routing_number', 'routing_number', '[0-3][0-9]{8}', [9, 9], '110000000'),
    ],
  },
  GB: inCurrencies(
    ['gbp'],
    [
      field('account_number', 'account_number', '\\d{8}', [8, 8], '00012345'),
      field('routing_number', 'sort_code', '\\d{6}', [6, 6], '108800'),
    ],
  ),
  DE: inCurrencies(['eur'], iban('DE', 22)),
  FR: inCurrencies(['eur'], iban('FR', 27)),
  PL: inCurrencies(['pln'], iban('PL', 28)),
};

/** What an account of each is paid in. */
export const currenciesOf: Readonly<Record<string, string[]>> = {
  US: ['usd'],
  GB: ['gbp'],
  DE: ['eur'],
  FR: ['eur'],
  PL: ['pln'],
};
