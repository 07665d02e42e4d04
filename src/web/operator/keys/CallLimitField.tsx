import type { ComponentProps } from 'react';
import { callsPerMinute } from '#contract/operator/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

/** How often a key may call. */
export function CallLimitField(field: Omit<ComponentProps<typeof TextField>, 'label' | 'hint'>) {
  const t = useText();
  return (
    <TextField
      {...field}
      label={t('operator.call_limit')}
      hint={t('operator.call_limit_hint', { max: callsPerMinute.max })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      required
    />
  );
}
