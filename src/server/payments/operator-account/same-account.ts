import { compact, schemeOf, spelt, type AccountField } from '#contract/payments/payouts/schemes.ts';
import { isoAccount, type BankAccount } from '../bank-files/bank-account.ts';

/** What a bank may write before the number of an account. */
const codes: readonly AccountField[] = [
  'routing_number',
  'sort_code',
  'bsb',
  'institution_number',
  'transit_number',
  'ifsc',
  'cnaps',
  'bank_code',
  'branch_code',
];

/** An IBAN is known by so many of its last signs. */
const shortestEnd = 8;

/**
 * Whether a bank means this account by what it writes: its number alone, after the codes of the bank, or with the currency
 * behind it; of an IBAN also its end.
 */
export function isWrittenFor(written: string, of: BankAccount): boolean {
  const bare = written.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const withoutCurrency = bare.replace(/[A-Z]{3}$/, '');
  const { scheme, account } = of;
  if (scheme === 'iban') return withoutCurrency.length >= shortestEnd && account.endsWith(withoutCurrency);
  const rule = schemeOf(scheme).account;
  const before = beginnings(of);
  return [bare, withoutCurrency].some((text) =>
    before.some((begin) => text.startsWith(begin) && spelt(rule, text.slice(begin.length)) === account),
  );
}

function beginnings(of: BankAccount): string[] {
  const { details } = of;
  const { clearing, bic } = isoAccount(of);
  const own = codes.flatMap((name) => details[name] ?? []);
  // A BIC of eight signs is the one of a head office, which three X may say too.
  const bank = bic?.slice(0, 8);
  const whole = [clearing?.member, own.join(''), own.toReversed().join(''), bic, bank, bank && `${bank}XXX`];
  return ['', ...own, ...whole.flatMap((code) => (code ? [compact(code)] : []))];
}
