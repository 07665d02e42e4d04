import type { ComponentProps } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** Where somebody is to be reached instead: not the address that the browser knows, and as it is typed. */
export function NewEmailField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const t = useText();
  return (
    <TextField
      {...field}
      type="email"
      label={t('settings.email_new')}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      dir="ltr"
      required
    />
  );
}
