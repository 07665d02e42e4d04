import { useState } from 'react';
import type { ArticleDraft, StaffArticle } from '#contract/articles/staff-endpoints.ts';
import { languageNames, type Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { fromLocalTime } from '#web/platform/i18n/local-time.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../StaffArticles.module.css';
import { tookArticle } from '../article-queries.ts';

interface PublishDialogProps {
  open: boolean;
  article: StaffArticle;
  language: Language;
  onClose: () => void;
}

const isWhole = ({ title, summary, body }: ArticleDraft) => title !== '' && summary !== '' && body.length > 0;

/** Which texts are published, and from when. */
export function PublishDialog({ open, article, language, onClose }: PublishDialogProps) {
  const t = useText();
  const form = useCallForm({ at: '' });
  const isOffered = (draft: ArticleDraft) => isWhole(draft) && draft.status !== 'live';
  // At first the language that is written; those that were never seen may be another's half-done work.
  const [chosen, setChosen] = useState<readonly Language[]>([language]);
  const isVisible = article.state === 'published';
  const at = isVisible ? null : fromLocalTime(form.values.at);
  const submit = form.submit(async () => {
    const body = { id: article.id, languages: [...chosen], ...(at !== null && { at }) };
    const next = await call('POST /api/staff/articles/publish', { body });
    tookArticle(next);
    onClose();
    toast({ text: t(next.state === 'scheduled' ? 'articles.was_scheduled' : 'articles.was_published') });
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <FormDialog
      open={open}
      title={t('articles.publish')}
      confirmText={t(at === null ? 'articles.publish_now' : 'articles.schedule')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className={flowStyles.stack12}>
        <legend>{t('articles.which_languages')}</legend>
        {article.drafts.map((draft) => (
          <CheckboxField
            key={draft.language}
            label={
              isWhole(draft)
                ? t(`articles.status_${draft.status}`, { language: languageNames[draft.language] })
                : t('articles.not_whole', { language: languageNames[draft.language] })
            }
            checked={chosen.includes(draft.language)}
            disabled={!isOffered(draft) && draft.language !== language}
            onChange={({ target }) =>
              setChosen([
                ...chosen.filter((each) => each !== draft.language),
                ...(target.checked ? [draft.language] : []),
              ])
            }
          />
        ))}
      </fieldset>
      {isVisible ? (
        <p className={styles.soft}>{t('articles.replaced_at_once')}</p>
      ) : (
        <DateField
          {...form.field('at')}
          time
          label={t('articles.seen_from_field')}
          hint={
            at === null
              ? t('articles.at_once_hint', { zone })
              : t('articles.at_hint', { zone, utc: at.slice(0, 16).replace('T', ' ') })
          }
        />
      )}
    </FormDialog>
  );
}
