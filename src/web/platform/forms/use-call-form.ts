import { useForm } from '#web/ui/forms/use-form.ts';
import { useText } from '../i18n/i18n.tsx';

/** `useForm` with the product's own words for a call that failed. */
export function useCallForm<V extends { [K in keyof V]: string | boolean }>(initial: V) {
  const t = useText();
  return useForm(initial, { texts: { failed: t('common.went_wrong'), problems: t('common.input_problems') } });
}
