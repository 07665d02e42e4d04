import { bankSchemesOf, reachesIn, schemeOf, type AccountField } from '#contract/payments/payouts/schemes.ts';
import { isoAccount } from '../bank-files/bank-account.ts';
import { checkAccount, type Fields } from '../destinations/account-checks.ts';

interface Written {
  currency: string;
  scheme: string;
  /** None of an IBAN, which names it. */
  country: string | undefined;
  fields: Fields;
}

/**
 * What is missing or wrong of an account at the operator's bank. It needs more than a recipient's: a file names the bank that
 * pays, and money in another currency than that of the country comes by the bank's BIC.
 */
export function wrongFields({ currency, scheme: name, country = '', fields }: Written): (AccountField | 'country')[] {
  const scheme = schemeOf(name);
  if (name !== 'iban' && !bankSchemesOf(country).includes(scheme)) return ['country'];
  const { wrong } = checkAccount(scheme, country, fields);
  const { [scheme.account.name]: account = '', ...details } = fields;
  const { bic, clearing } = isoAccount({ scheme: name, country, account, details });
  const isNamed = bic !== undefined || (clearing !== undefined && reachesIn(scheme, details, currency));
  return isNamed || wrong.includes('bic') ? wrong : [...wrong, 'bic'];
}
