import type { PayoutDestination } from '#server/platform/connections/ports/payouts.ts';
import { schemeOf } from '#contract/payments/payouts/schemes.ts';
import { bankText } from '../../bank-files/bank-text.ts';
import { isSepaCountry } from '../../bank-files/bank-account.ts';

/** The other party of a transfer, and how fast and how dear it travels, as Adyen writes them. */
interface Counterparty {
  priority: 'regular' | 'crossBorder';
  bankAccount: {
    accountHolder: { fullName: string; type: 'individual'; address?: { country: string; line1?: string } };
    accountIdentification: { type: string } & Record<string, string>;
  };
}

type Details = PayoutDestination['details'];
type Identification = Counterparty['bankAccount']['accountIdentification'];

const typeOf = ({ account_type: type }: Details) =>
  type?.toLowerCase() === 'savings' ? { accountType: 'savings' } : { accountType: 'checking' };

/** Accounts at home in their own currency; null for one that does not have the form that Adyen asks for. */
const local: Readonly<Record<string, (account: string, of: Details) => Identification | null>> = {
  us_routing: (accountNumber, of) => ({
    type: 'usLocal',
    accountNumber,
    routingNumber: of['routing_number'] ?? '',
    ...typeOf(of),
  }),
  gb_sort_code: (account, of) => ({
    type: 'ukLocal',
    accountNumber: account.padStart(8, '0'),
    sortCode: of['sort_code'] ?? '',
  }),
  au_bsb: (accountNumber, of) => ({ type: 'auLocal', accountNumber, bsbCode: of['bsb'] ?? '' }),
  nz_account: (accountNumber) => ({ type: 'nzLocal', accountNumber }),
  ca_transit: (accountNumber, of) => ({
    type: 'caLocal',
    accountNumber,
    institutionNumber: of['institution_number'] ?? '',
    transitNumber: of['transit_number'] ?? '',
    accountType: 'checking',
  }),
  // With the three digits of the branch.
  hk_clearing: (accountNumber, of) =>
    accountNumber.length < 9 ? null : { type: 'hkLocal', accountNumber, clearingCode: of['bank_code'] ?? '' },
  sg_account: (accountNumber, of) => (of['bic'] ? { type: 'sgLocal', accountNumber, bic: of['bic'] } : null),
  br_account: (accountNumber, of) =>
    accountNumber.length > 10 || of['bank_code']?.length !== 3 || (of['branch_code']?.length ?? 0) > 4
      ? null
      : { type: 'brLocal', accountNumber, bankCode: of['bank_code'], branchNumber: of['branch_code'] ?? '' },
};

/** The account of a destination as Adyen knows it; null for one that it does not reach, which other ways pay. */
export function counterpartyOf(to: PayoutDestination, currency: string): Counterparty | null {
  const { scheme, country, holder, account, details } = to;
  const fullName = bankText(holder, 140);
  const { bic } = details;
  const isHome = schemeOf(scheme).currency === currency;
  const own = isHome ? local[scheme]?.(account, details) : undefined;
  if (own)
    return {
      priority: 'regular',
      bankAccount: { accountHolder: { fullName, type: 'individual' }, accountIdentification: own },
    };
  const isSepa = scheme === 'iban' && currency === 'EUR' && isSepaCountry(country);
  const identification = abroad(to);
  if (!identification) return null;
  const address = {
    country,
    ...(details['town'] && { city: bankText(details['town'], 35) }),
    ...(details['address'] && { line1: bankText(details['address'], 80) }),
  };
  return {
    priority: isSepa ? 'regular' : 'crossBorder',
    bankAccount: {
      accountHolder: { fullName, type: 'individual', ...(!isSepa && { address }) },
      accountIdentification: { ...identification, ...(bic && { bic }) },
    },
  };
}

/** In a currency that is not the country's own, an account is known by its IBAN, or by its number and the bank's BIC. */
function abroad({ scheme, account, details: { bic } }: PayoutDestination): Identification | null {
  if (scheme === 'iban') return { type: 'iban', iban: account };
  return bic ? { type: 'numberAndBic', accountNumber: account, bic } : null;
}
