import { TextField } from '#web/ui/forms/TextField.tsx';
import { useText } from '../i18n/i18n.tsx';
import type { useCallForm } from './use-call-form.ts';

type Field = ReturnType<ReturnType<typeof useCallForm<{ overrule: string }>>['field']>;

/** Asks why an approval from the network or device of its author is to count, once the server has refused it for that. */
export function OverruleField({ field }: { field: Field }) {
  const t = useText();
  if (!field.error && field.value === '') return null;
  return <TextField {...field} label={t('common.overrule')} maxLength={300} required />;
}
