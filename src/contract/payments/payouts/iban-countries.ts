// Countries whose accounts are IBANs: those of SWIFT's registry (ISO 13616). A test compares the list with the library that
// checks the numbers.

const registered =
  'AD AE AL AT AZ BA BE BG BH BI BR BY CH CR CY CZ DE DJ DK DO EE EG ES FI FK FO FR GB GE GI GL GR GT HN HR HU IE IL IQ IS IT JO KW KZ LB ' +
  'LC LI LT LU LV LY MC MD ME MK MN MR MT MU NI NL NO OM PK PL PS PT QA RO RS RU SA SC SD SE SI SK SM SO ST SV TL TN TR UA VA VG YE';

/** Territories whose banks write the IBANs of another country. */
const within: Readonly<Record<string, string>> = {
  AX: 'FI',
  BL: 'FR',
  GF: 'FR',
  GG: 'GB',
  GP: 'FR',
  IM: 'GB',
  JE: 'GB',
  MF: 'FR',
  MQ: 'FR',
  NC: 'FR',
  PF: 'FR',
  PM: 'FR',
  RE: 'FR',
  SJ: 'NO',
  TF: 'FR',
  WF: 'FR',
  YT: 'FR',
};

/** Brazil has IBANs for what comes from abroad; at home its banks write bank, branch and number. */
const abroadOnly = new Set(['BR']);

export const ibanCountries: readonly string[] = [
  ...registered.split(' ').filter((country) => !abroadOnly.has(country)),
  ...Object.keys(within),
];

/** How an IBAN of the country begins; none where its accounts are no IBANs. */
export const ibanCountryOf = (country: string): string | undefined =>
  ibanCountries.includes(country) ? (within[country] ?? country) : undefined;
