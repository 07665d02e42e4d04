import { schemeOf, type AccountField } from '#contract/payments/payouts/schemes.ts';

/** An account that pays or is paid, in the words of ISO 20022. */
export interface IsoAccount {
  iban?: string;
  /** The number of an account that has no IBAN. */
  number?: string;
  /** Whether that number names its bank too (BBAN). */
  isWhole?: boolean;
  type?: 'CACC' | 'SVGS';
  bic?: string;
  /** The bank by the code of its country: the system of codes, where ISO 20022 has a name for it, and the member. */
  clearing?: { system?: string; member: string };
  country: string;
  /** What the bank asks of the holder's address, and its town, which has an element of its own. */
  address?: string;
  town?: string;
  /** The holder's name as a Japanese bank has it, in its own signs. */
  kana?: string;
  /** The number by which the tax office of the country knows the holder. */
  taxId?: { number: string; isCompany: boolean };
}

type Details = Partial<Record<AccountField, string>>;

/** An account at a bank as it is stored: the number by which its bank knows it, and what else its scheme asks for. */
export interface BankAccount {
  scheme: string;
  country: string;
  account: string;
  details: Details;
}

/** How a scheme names a bank: the system of ISO's external code list, and the code from its fields. */
const clearing: Record<string, { system?: string; member: (of: Details) => string }> = {
  us_routing: { system: 'USABA', member: (of) => of.routing_number ?? '' },
  gb_sort_code: { system: 'GBDSC', member: (of) => of.sort_code ?? '' },
  au_bsb: { system: 'AUBSB', member: (of) => of.bsb ?? '' },
  ca_transit: { system: 'CACPA', member: (of) => `0${of.institution_number ?? ''}${of.transit_number ?? ''}` },
  in_ifsc: { system: 'INFSC', member: (of) => of.ifsc ?? '' },
  jp_zengin: { system: 'JPZGN', member: (of) => `${of.bank_code ?? ''}${of.branch_code ?? ''}` },
  cn_cnaps: { system: 'CNAPS', member: (of) => of.cnaps ?? '' },
  hk_clearing: { system: 'HKNCC', member: (of) => of.bank_code ?? '' },
  sg_account: { system: 'SGIBG', member: (of) => `${of.bank_code ?? ''}${of.branch_code ?? ''}` },
  th_account: { system: 'THCBC', member: (of) => of.bank_code ?? '' },
  kr_account: { system: 'KRBOK', member: (of) => of.bank_code ?? '' },
  tw_account: { system: 'TWNCC', member: (of) => `${of.bank_code ?? ''}${of.branch_code ?? ''}` },
  za_account: { system: 'ZANCC', member: (of) => of.branch_code ?? '' },
  br_account: { member: (of) => `${of.bank_code ?? ''}${of.branch_code ?? ''}` },
  cl_rut: { member: (of) => of.bank_code ?? '' },
  co_account: { member: (of) => of.bank_code ?? '' },
  id_account: { member: (of) => of.bank_code ?? '' },
  vn_account: { member: (of) => of.bank_code ?? '' },
  ng_nuban: { member: (of) => of.bank_code ?? '' },
  ke_account: { member: (of) => `${of.bank_code ?? ''}${of.branch_code ?? ''}` },
};

/** Schemes whose number begins with the code of the bank. */
const wholeNumbers: ReadonlySet<string> = new Set(['mx_clabe', 'ar_cbu', 'pe_cci', 'nz_account']);

const accountTypes: Record<string, 'CACC' | 'SVGS'> = { current: 'CACC', savings: 'SVGS' };

/** In Brazil persons have 11 digits (CPF) and companies 14 signs (CNPJ); elsewhere the number does not say it. */
const isCompany = (scheme: string, taxId: string): boolean => scheme.startsWith('br_') && taxId.length === 14;

/** A stored account as a file for the bank has it. */
export function isoAccount({ scheme, country, account, details }: BankAccount): IsoAccount {
  const isIban = schemeOf(scheme).account.name === 'iban';
  const bank = clearing[scheme];
  const type = accountTypes[details.account_type?.toLowerCase() ?? ''];
  return {
    country,
    ...(isIban ? { iban: account } : { number: account, isWhole: wholeNumbers.has(scheme) }),
    ...(type && { type }),
    ...(details.bic && { bic: details.bic }),
    ...(bank && { clearing: { ...(bank.system && { system: bank.system }), member: bank.member(details) } }),
    ...(scheme === 'nz_account' && { clearing: { system: 'NZNCC', member: account.slice(0, 6) } }),
    ...(details.address && { address: details.address }),
    ...(details.town && { town: details.town }),
    ...(details.holder_kana && { kana: details.holder_kana }),
    ...(details.tax_id && { taxId: { number: details.tax_id, isCompany: isCompany(scheme, details.tax_id) } }),
  };
}

/** Whether a Japanese bank pays the account over its own clearing (Zengin), which knows holders by their name in kana. */
export const isZengin = (currency: string, debtor: IsoAccount, { kana }: IsoAccount): boolean =>
  currency === 'JPY' && debtor.country === 'JP' && kana !== undefined;

/** The countries of the Single Euro Payments Area. */
const sepa = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA ' +
    'AX BL GF GP MF MQ PM RE YT'
  ).split(' '),
);

export const isSepaCountry = (country: string): boolean => sepa.has(country);

const isWithinSepa = ({ iban }: IsoAccount): boolean => iban !== undefined && isSepaCountry(iban.slice(0, 2));

/** Whether a transfer in euros between two IBANs is one of SEPA. */
export const isSepa = (currency: string, debtor: IsoAccount, creditor: IsoAccount): boolean =>
  currency === 'EUR' && isWithinSepa(debtor) && isWithinSepa(creditor);
