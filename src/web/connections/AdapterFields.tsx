import type { ConnectionAdapter } from '#contract/connections/endpoints.ts';
import type { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { fieldKeyOf } from './adapter-texts.ts';
import { textField, tickField, type ConnectionForm } from './connection-form.ts';

interface AdapterFieldsProps {
  adapter: ConnectionAdapter;
  form: Pick<ReturnType<typeof useCallForm<ConnectionForm>>, 'field' | 'tick'>;
  isNew: boolean;
  /** It was in use, so what names its account stays. */
  keepsAccount: boolean;
}

/** What an adapter needs to know, as it declares it. A secret is written and never shown. */
export function AdapterFields({ adapter, form, isNew, keepsAccount }: AdapterFieldsProps) {
  const t = useText();
  return adapter.fields.map(({ name, kind, optional, choices, account }) => {
    const label = t(fieldKeyOf(name));
    const fixed = account && keepsAccount && { disabled: true, hint: t('connections.account_fixed') };
    if (kind === 'flag') return <CheckboxField key={name} {...form.tick(tickField(name))} label={label} />;
    if (kind === 'choice') {
      const options = choices.map((value) => ({ value, label: value }));
      const field = form.field(textField(name));
      return <SelectField key={name} {...field} {...fixed} label={label} options={options} translate="no" />;
    }
    const isSecret = kind === 'secret';
    return (
      <TextField
        key={name}
        {...form.field(textField(name))}
        label={label}
        {...(isSecret && !isNew && { hint: t('connections.secret_hint') })}
        {...fixed}
        type={isSecret ? 'password' : kind === 'address' || kind === 'stand_in' ? 'url' : 'text'}
        autoComplete="off"
        dir="ltr"
        required={!optional && (isNew || !isSecret)}
      />
    );
  });
}
