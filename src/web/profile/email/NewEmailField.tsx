import type { ComponentProps } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

/** The person's new address: not the one that the browser knows, and exactly as typed. */
export function NewEmailField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const t = useText();
  return (
    <TextField
      {...field}
      type="email"
      label={t('profile.email_new')}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      dir="ltr"
      required
    />
  );
}
