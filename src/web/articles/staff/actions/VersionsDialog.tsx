import { useQuery } from '@tanstack/react-query';
import type { ArticleDraft, ArticleVersion } from '#contract/articles/staff-endpoints.ts';
import { directionOf } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { RichText } from '../../RichText.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../StaffArticles.module.css';
import { tookDraft, versionsQuery } from '../article-queries.ts';

interface VersionsDialogProps {
  open: boolean;
  id: string;
  draft: ArticleDraft;
  onClose: () => void;
  onRestored: () => void;
}

/** The earlier versions of a text, their authors, and how to restore one. */
export function VersionsDialog({ open, id, draft, onClose, onRestored }: VersionsDialogProps) {
  const t = useText();
  return (
    <Dialog
      open={open}
      wide
      title={t('articles.versions')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <Versions
        id={id}
        draft={draft}
        onRestored={() => {
          onClose();
          onRestored();
        }}
      />
    </Dialog>
  );
}

function Versions({ id, draft, onRestored }: Omit<VersionsDialogProps, 'open' | 'onClose'>) {
  const t = useText();
  const { language, revision } = draft;
  const query = useQuery(versionsQuery(id, language));
  const form = useCallForm({});
  const restore = (number: number) =>
    form.submit(async () => {
      tookDraft(id, await call('POST /api/staff/articles/restore', { body: { id, language, number, revision } }));
      onRestored();
    })();
  return (
    <Async query={query} skeleton={<SkeletonRows count={4} />}>
      {({ versions }) => (
        <>
          <FormErrors messages={form.messages} />
          <ol>
            {versions.map((version, index) => (
              <li key={version.number} className={styles.version}>
                <VersionHead version={version} />
                <Disclosure label={t('articles.version_text')}>
                  <div className={flowStyles.stack12} lang={language} dir={directionOf(language)}>
                    <p className={styles.sourceTitle}>{version.title}</p>
                    <p className={styles.soft}>{version.summary}</p>
                    <RichText body={version.body} />
                  </div>
                </Disclosure>
                {index > 0 && (
                  <Button size="small" busy={form.busy} onClick={() => restore(version.number)}>
                    {t('articles.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </Async>
  );
}

function VersionHead({
  version: { number, changed_at: at, changed_by: by, published_at: published },
}: {
  version: ArticleVersion;
}) {
  const t = useText();
  return (
    <p className={flowStyles.centred12}>
      <span>{t('articles.version_number', { number })}</span>
      <DateTime at={at} />
      {by && <bdi>{by}</bdi>}
      {published && <State>{t('articles.version_published')}</State>}
    </p>
  );
}
