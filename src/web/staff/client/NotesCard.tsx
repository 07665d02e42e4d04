import type { StaffClient } from '#contract/staff-clients.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { queries } from '#web/platform/queries.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { When } from '#web/platform/When.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { clientQuery } from '../clients-query.ts';
import styles from './Client.module.css';

/** What staff noted of a client. A note stays as it was written. */
export function NotesCard({ client: { id, notes } }: { client: StaffClient }) {
  const t = useText();
  const form = useCallForm({ text: '' });
  const add = form.submit(async ({ text }) => {
    await call('POST /api/staff/clients/note', { body: { client_id: id, text } });
    form.reset();
    await queries.invalidateQueries(clientQuery(id));
  });
  return (
    <Card title={t('staff.notes')}>
      {notes.length === 0 ? (
        <p className={styles.soft}>{t('staff.notes_none')}</p>
      ) : (
        <ul className={styles.notes}>
          {notes.map(({ id: note, author, text, at }) => (
            <li key={note}>
              <p className={styles.text}>
                <bdi>{text}</bdi>
              </p>
              <p className={styles.soft}>
                <bdi>{author}</bdi> · <When at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} noValidate onSubmit={add}>
        <FormErrors messages={form.messages} />
        <TextAreaField
          {...form.field('text')}
          label={t('staff.note')}
          hint={t('staff.note_hint')}
          rows={3}
          maxLength={2000}
          required
        />
        <Button type="submit" busy={form.busy}>
          {t('staff.note_add')}
        </Button>
      </form>
    </Card>
  );
}
