import type { OperatorAccount } from '#contract/settings/values/bank-accounts.ts';
import { bankSchemesOf, fieldRulesOf, schemeOf, type AccountField } from '#contract/payments/payouts/schemes.ts';
import { AccountFields } from '#web/payments/destinations/AccountFields.tsx';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCountryOptions } from '#web/platform/i18n/use-country-options.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import { CurrencyGroup } from './CurrencyGroup.tsx';

/** An account in a scheme, by default the usual one of its country, with nothing in the fields that differ by scheme. */
export function blankAccount(
  { currency, beneficiary, bank }: Pick<OperatorAccount, 'currency' | 'beneficiary' | 'bank'>,
  country: string,
  scheme = bankSchemesOf(country)[0] ?? schemeOf('swift'),
): OperatorAccount {
  const hasTypes = fieldRulesOf(scheme).some(({ name }) => name === 'account_type');
  return { currency, beneficiary, bank, country, scheme: scheme.name, ...(hasTypes && { account_type: 'current' }) };
}

/** Of an IBAN that is stored the country is its first two letters. */
export const countryOf = ({ country, iban = '' }: OperatorAccount): string => country ?? iban.slice(0, 2);

interface BankAccountFieldsProps {
  account: OperatorAccount;
  onChange: (account: OperatorAccount) => void;
  onRemove: () => void;
}

type Change = { target: { value: string } };

/** The account in one currency; which fields it has depends on its country. */
export function BankAccountFields({ account, onChange, onRemove }: BankAccountFieldsProps) {
  const t = useText();
  const countries = useCountryOptions();
  const { currency } = account;
  const country = countryOf(account);
  const schemes = bankSchemesOf(country);
  const scheme = schemeOf(account.scheme ?? 'iban');
  const field = (name: 'beneficiary' | 'bank' | AccountField) => ({
    name: `${currency}.${name}`,
    value: account[name] ?? '',
    error: undefined,
    onChange: ({ target }: Change) => onChange({ ...account, country, scheme: scheme.name, [name]: target.value }),
  });
  const ofScheme = (name: AccountField | 'account') => {
    const props = field(name === 'account' ? scheme.account.name : name);
    return name === 'account_type' ? { ...props, value: props.value.toLowerCase() } : props;
  };
  return (
    <CurrencyGroup currency={currency} onRemove={onRemove}>
      <div className={styles.long}>
        <TextField {...field('beneficiary')} label={t('payments.beneficiary')} maxLength={80} required />
        <TextField {...field('bank')} label={t('payments.bank')} maxLength={80} required />
        <ComboField
          name={`${currency}.country`}
          label={t('payments.account_country')}
          value={country}
          options={countries}
          onChange={({ target }) => onChange(blankAccount(account, target.value))}
          required
        />
        {schemes.length > 1 && (
          <SelectField
            name={`${currency}.scheme`}
            label={t('payments.account_written_as')}
            value={scheme.name}
            options={schemes.map(({ name, account: { name: main } }) => ({
              value: name,
              label: t(`payments.account_${main}`),
            }))}
            onChange={({ target }) => onChange(blankAccount(account, country, schemeOf(target.value)))}
            required
          />
        )}
        <AccountFields scheme={scheme} field={ofScheme} />
      </div>
    </CurrencyGroup>
  );
}
