import { Star } from 'lucide-react';
import { useState } from 'react';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './RateForm.module.css';

const grades = [1, 2, 3, 4, 5] as const;

/** A rating, requested once after support has resolved it; optional. */
export function RateForm({ roomId, onRated }: { roomId: string; onRated: () => void }) {
  const t = useText();
  const [rating, setRating] = useState<number>();
  const [isOver, setIsOver] = useState(false);
  const form = useCallForm({ text: '' });
  if (isOver) return <p className={styles.rate}>{t('chats.rated')}</p>;
  const submit = form.submit(async ({ text }) => {
    if (rating === undefined) return;
    await call('POST /api/chat/rooms/:id/rate', { params: { id: roomId }, body: { rating, ...(text && { text }) } });
    setIsOver(true);
    onRated();
  });
  return (
    <form className={styles.rate} noValidate onSubmit={submit}>
      <fieldset className={styles.grades}>
        <legend>{t('chats.rate')}</legend>
        {grades.map((grade) => (
          <label key={grade} className={styles.grade}>
            <input type="radio" name="rating" checked={rating === grade} onChange={() => setRating(grade)} />
            <Star size={20} aria-hidden fill={rating !== undefined && grade <= rating ? 'currentColor' : 'none'} />
            <VisuallyHidden>{t('chats.grade', { grade })}</VisuallyHidden>
          </label>
        ))}
      </fieldset>
      {rating !== undefined && (
        <>
          <FormErrors messages={form.messages} />
          <TextAreaField {...form.field('text')} label={t('chats.rate_text')} rows={2} maxLength={1000} />
          <Button type="submit" size="small" busy={form.busy}>
            {t('tickets.send')}
          </Button>
        </>
      )}
    </form>
  );
}
