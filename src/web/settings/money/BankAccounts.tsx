import type { SettingValues } from '#contract/settings/catalogue.ts';
import { fieldRulesOf, schemeOf } from '#contract/payments/payouts/schemes.ts';
import { fieldText } from '#web/payments/destinations/field-text.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import styles from '../Settings.module.css';
import type { KindFieldProps, ShownProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';
import { AddCurrency } from './AddCurrency.tsx';
import { BankAccountFields, blankAccount, countryOf } from './BankAccountFields.tsx';

type Accounts = SettingValues['payments.bank_accounts'];
type Account = Accounts[number];

/** In groups of four, as banks print it. */
const spaced = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Where clients send their transfers. */
export function BankAccounts({ value }: ShownProps<Accounts>) {
  const t = useText();
  if (value.length === 0) return <p>{t('settings.no_account')}</p>;
  return (
    <ul className={styles.accounts}>
      {value.map((account) => (
        <li key={account.currency}>
          <b>{account.currency}</b> <bdi>{account.beneficiary}</bdi>
          <br />
          {account.scheme === undefined ? <IbanLines {...account} /> : <SchemeLines {...account} />}
        </li>
      ))}
    </ul>
  );
}

function IbanLines({ iban = '', bic, bank }: Account) {
  return (
    <>
      <bdi dir="ltr">{spaced(iban)}</bdi>
      <br />
      <bdi dir="ltr">{bic}</bdi> · <bdi>{bank}</bdi>
    </>
  );
}

/** Each of its fields with the name. */
function SchemeLines({ scheme = 'swift', country, bank, ...fields }: Account) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <bdi>{bank}</bdi>
      {country && <> · {format.country(country)}</>}
      {fieldRulesOf(schemeOf(scheme)).map(({ name }) => {
        const text = fields[name];
        return (
          text && (
            <div key={name}>
              {t(`payments.account_${name}`)}: <bdi>{fieldText(t, name, text)}</bdi>
            </div>
          )
        );
      })}
    </>
  );
}

/** One account for each currency in which transfers are taken. */
export function BankAccountsFields({ value, hint, error, currencies, onChange }: KindFieldProps<Accounts>) {
  const put = (account: Account) =>
    onChange(value.map((each) => (each.currency === account.currency ? account : each)));
  const home = useSignedIn().country;
  const [first] = value;
  const add = (currency: string) => {
    const account = { currency, beneficiary: first?.beneficiary ?? '', bank: '' };
    onChange([...value, blankAccount(account, first ? countryOf(first) : home)]);
  };
  const others = currencies.filter((code) => value.every(({ currency }) => currency !== code));
  return (
    <ManyFields hint={hint} error={error}>
      {value.map((account) => (
        <BankAccountFields
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
