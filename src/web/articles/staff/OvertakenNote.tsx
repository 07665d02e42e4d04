import { useState } from 'react';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { RichText } from '../RichText.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './StaffArticles.module.css';
import type { SaveState, WrittenText } from './use-draft.ts';

interface OvertakenNoteProps {
  language: Language;
  overtaken: Extract<SaveState, { state: 'overtaken' }>;
  /** Keeps this text on top of the other. */
  overwrite: (on: number) => Promise<void>;
  /** The other text, as stored. */
  read: () => Promise<WrittenText | undefined>;
  /** Goes on from the other. */
  take: () => Promise<void>;
}

/** Says that another person has saved their text since, shows it, and lets the writer choose one of the two. */
export function OvertakenNote({ language, overtaken: { by, revision }, overwrite, read, take }: OvertakenNoteProps) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const [theirs, setTheirs] = useState<WrittenText>();
  return (
    <Alert
      tone="warning"
      role="alert"
      title={t('articles.overtaken_title', { by })}
      action={
        <span className={flowStyles.row4}>
          <Button size="small" busy={isBusy} onClick={() => run(async () => setTheirs(await read()))}>
            {t('articles.show_theirs')}
          </Button>
          <Button size="small" onClick={() => void overwrite(revision).catch(() => {})}>
            {t('articles.keep_mine')}
          </Button>
          <Button size="small" variant="quiet" busy={isBusy} onClick={() => run(take)}>
            {t('articles.take_theirs')}
          </Button>
        </span>
      }
    >
      {t('articles.overtaken_text')}
      <Dialog
        open={theirs !== undefined}
        wide
        title={t('articles.theirs', { by })}
        closeLabel={t('common.m167_close')}
        loadingText={t('common.loading')}
        onClear={() => setTheirs(undefined)}
      >
        {theirs && (
          <div className={flowStyles.stack12} lang={language} dir={directionOf(language)}>
            <p className={styles.sourceTitle}>{theirs.title}</p>
            <p className={styles.soft}>{theirs.summary}</p>
            <RichText body={theirs.body} />
          </div>
        )}
      </Dialog>
    </Alert>
  );
}
