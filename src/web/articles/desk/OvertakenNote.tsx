import { useState } from 'react';
import type { ArticleDraft } from '#contract/articles-desk.ts';
import { directionOf, type Language } from '#contract/languages.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useAct } from '#web/platform/use-act.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { RichText } from '../RichText.tsx';
import styles from './Desk.module.css';
import { tookArticle } from './desk-queries.ts';
import type { Draft, Keeping } from './use-draft.ts';

interface OvertakenNoteProps {
  id: string;
  language: Language;
  overtaken: Extract<Keeping, { state: 'overtaken' }>;
  draft: Draft;
  onReplaced: () => void;
}

/** Says that another has kept his text meanwhile, shows it, and lets one of the two be chosen. */
export function OvertakenNote({ id, language, overtaken: { by, revision }, draft, onReplaced }: OvertakenNoteProps) {
  const t = useText();
  const { isBusy, act } = useAct();
  const [theirs, setTheirs] = useState<ArticleDraft>();
  const read = async () => {
    const article = await call('POST /api/staff/articles/info', { body: { id } });
    return { article, text: article.drafts.find((each) => each.language === language) };
  };
  const take = async () => {
    tookArticle((await read()).article);
    onReplaced();
  };
  return (
    <Alert
      tone="warning"
      role="alert"
      title={t('articles.overtaken_title', { by })}
      action={
        <span className={styles.badges}>
          <Button size="small" busy={isBusy} onClick={() => act(async () => setTheirs((await read()).text))}>
            {t('articles.show_theirs')}
          </Button>
          <Button size="small" onClick={() => void draft.keepMine(revision).catch(() => {})}>
            {t('articles.keep_mine')}
          </Button>
          <Button size="small" variant="quiet" busy={isBusy} onClick={() => act(take)}>
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
          <div className={styles.source} lang={language} dir={directionOf(language)}>
            <p className={styles.sourceTitle}>{theirs.title}</p>
            <p className={styles.soft}>{theirs.summary}</p>
            <RichText body={theirs.body} />
          </div>
        )}
      </Dialog>
    </Alert>
  );
}
