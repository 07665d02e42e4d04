import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps, ShownProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';
import { AddCurrency } from './AddCurrency.tsx';
import { CurrencyGroup } from './CurrencyGroup.tsx';

type Accounts = SettingValues['payments.bank_accounts'];
type Account = Accounts[number];

const labels = {
  beneficiary: 'payments.beneficiary',
  bank: 'payments.bank',
  iban: 'payments.account_iban',
  bic: 'payments.account_bic',
} as const;

/** In groups of four, as banks print it. */
const spaced = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Where clients send their transfers. */
export function BankAccounts({ value }: ShownProps<Accounts>) {
  const t = useText();
  if (value.length === 0) return <p>{t('settings.no_account')}</p>;
  return (
    <ul className={styles.accounts}>
      {value.map(({ currency, beneficiary, bank, iban, bic }) => (
        <li key={currency}>
          <b>{currency}</b> <bdi>{beneficiary}</bdi>
          <br />
          <bdi dir="ltr">{spaced(iban)}</bdi>
          <br />
          <bdi dir="ltr">{bic}</bdi> · <bdi>{bank}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** One account for each currency in which transfers are taken. */
export function BankAccountsFields({ value, hint, error, currencies, onChange }: KindFieldProps<Accounts>) {
  const put = (account: Account) =>
    onChange(value.map((each) => (each.currency === account.currency ? account : each)));
  const add = (currency: string) =>
    onChange([...value, { currency, beneficiary: value[0]?.beneficiary ?? '', bank: '', iban: '', bic: '' }]);
  const others = currencies.filter((code) => value.every(({ currency }) => currency !== code));
  return (
    <ManyFields hint={hint} error={error}>
      {value.map((account) => (
        <AccountFields
          key={account.currency}
          account={account}
          onChange={put}
          onRemove={() => onChange(value.filter((each) => each !== account))}
        />
      ))}
      <AddCurrency currencies={others} onAdd={add} />
    </ManyFields>
  );
}

interface AccountFieldsProps {
  account: Account;
  onChange: (account: Account) => void;
  onRemove: () => void;
}

function AccountFields({ account, onChange, onRemove }: AccountFieldsProps) {
  const t = useText();
  const field = (name: 'beneficiary' | 'bank' | 'iban' | 'bic') => ({
    label: t(labels[name]),
    value: account[name],
    required: true,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...account, [name]: target.value }),
  });
  return (
    <CurrencyGroup currency={account.currency} onRemove={onRemove}>
      <div className={styles.long}>
        <TextField {...field('beneficiary')} maxLength={80} />
        <TextField {...field('bank')} maxLength={80} />
        <TextField {...field('iban')} dir="ltr" maxLength={50} autoCapitalize="characters" spellCheck={false} />
        <TextField {...field('bic')} dir="ltr" maxLength={15} autoCapitalize="characters" spellCheck={false} />
      </div>
    </CurrencyGroup>
  );
}
