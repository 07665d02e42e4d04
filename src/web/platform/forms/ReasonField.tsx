import { useQuery } from '@tanstack/react-query';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { SelectField, type SelectFieldProps } from '#web/ui/forms/SelectField.tsx';
import { useText } from '../i18n/i18n.tsx';
import { Async } from '../api/Async.tsx';
import { reasonChoicesQuery } from './reason-options.ts';

interface ReasonFieldProps extends Omit<SelectFieldProps, 'options' | 'placeholder' | 'required'> {
  purpose: ReasonPurpose;
}

/**
 * Chooses a reason of the catalogue; below it is the advice that its reader gets. The field is there before its options
 * are: a dialog that opens with it gives it the focus.
 */
export function ReasonField({ purpose, hint, ...field }: ReasonFieldProps) {
  const t = useText();
  const { data, isError, isFetching, refetch } = useQuery(reasonChoicesQuery(purpose));
  const choices = { data: data ?? (isError ? undefined : []), isError, isFetching, refetch };
  return (
    <Async query={choices} skeleton={null}>
      {(reasons) => (
        <SelectField
          {...field}
          hint={reasons.find(({ code }) => code === field.value)?.advice || hint}
          placeholder={t('common.choose_reason')}
          options={reasons.map(({ code, explanation }) => ({ value: code, label: explanation }))}
          required
        />
      )}
    </Async>
  );
}
