import {
  accountTypes,
  type AccountField,
  type AccountScheme,
  type FieldRule,
} from '#contract/payments/payouts/schemes.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

type Props = { name: string; value: string; error: string | undefined; onChange: (event: never) => void };

/** The inputs of an account in a scheme, the number by which the bank knows it first. */
export function AccountFields({
  scheme,
  field,
}: {
  scheme: AccountScheme;
  field: (name: AccountField | 'account') => Props;
}) {
  return (
    <>
      <AccountInput rule={scheme.account} field={field('account')} />
      {scheme.details.map((rule) => (
        <AccountInput key={rule.name} rule={rule} field={field(rule.name)} />
      ))}
    </>
  );
}

function AccountInput({ rule: { name, example, required }, field }: { rule: FieldRule; field: Props }) {
  const t = useText();
  const label = t(`payments.account_${name}`);
  if (name === 'account_type') {
    const options = accountTypes.map((value) => ({ value, label: t(`payments.account_type_${value}`) }));
    return <SelectField {...field} label={label} options={options} required={required} />;
  }
  return (
    <TextField
      {...field}
      label={label}
      hint={t('payments.for_example', { example })}
      autoComplete="off"
      dir={name === 'address' || name === 'town' || name === 'operator' ? 'auto' : 'ltr'}
      maxLength={140}
      required={required}
    />
  );
}
