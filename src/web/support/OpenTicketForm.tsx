import { useText } from '#web/platform/i18n.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useForm } from '#web/ui/use-form.ts';
import styles from './Tickets.module.css';

const categories = ['account', 'payments', 'trading', 'ipo', 'verification', 'other'] as const;
const subjectMax = 120;

interface OpenTicketFormProps {
  id: string;
  /** Characters of the text. */
  limits: { min: number; max: number };
  onSubmit: (wish: { category: string; subject: string; text: string }) => Promise<void>;
}

export function OpenTicketForm({ id, limits, onSubmit }: OpenTicketFormProps) {
  const t = useText();
  const texts = { failed: t('common.went_wrong'), problems: t('common.input_problems') };
  const form = useForm({ category: '', subject: '', text: '' }, { texts });
  const length = [...form.values.text.trim()].length;
  return (
    <form id={id} className={styles.form} noValidate onSubmit={form.submit(onSubmit)}>
      <FormErrors messages={form.messages} />
      <SelectField
        {...form.field('category')}
        label={t('tickets.category')}
        placeholder={t('tickets.choose_category')}
        options={categories.map((value) => ({ value, label: t(`tickets.category_${value}`) }))}
        required
      />
      <TextField {...form.field('subject')} label={t('tickets.subject')} maxLength={subjectMax} required />
      <TextAreaField
        {...form.field('text')}
        label={t('tickets.text')}
        hint={t('tickets.text_hint', { min: limits.min, max: limits.max })}
        count={t('tickets.text_count', { count: length, max: limits.max })}
        maxLength={limits.max}
        rows={7}
        required
      />
    </form>
  );
}
