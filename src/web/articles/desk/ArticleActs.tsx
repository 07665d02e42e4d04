import { Eye, History, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { DeskArticle } from '#contract/articles-desk.ts';
import { languageNames, type Language } from '#contract/languages.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './Desk.module.css';
import { PreviewDialog } from './PreviewDialog.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { StateBadge } from './StateBadge.tsx';
import type { Draft } from './use-draft.ts';
import { VersionsDialog } from './VersionsDialog.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';

interface ArticleActsProps {
  article: DeskArticle;
  language: Language;
  draft: Draft;
  onReplaced: () => void;
}

type Asking = 'preview' | 'publish' | 'versions' | 'withdraw' | null;

/** How an article stands, and what can be done with it as a whole. */
export function ArticleActs({ article, language, draft, onReplaced }: ArticleActsProps) {
  const t = useText();
  const [asking, setAsking] = useState<Asking>(null);
  const { state, published_at: at, drafts } = article;
  const mine = drafts.find((each) => each.language === language);
  const close = () => setAsking(null);
  // What is given to readers is what is kept: nothing is asked before that has succeeded.
  const askOnceKept = async (next: Asking) => {
    const isKept = await draft.keep().then(
      () => true,
      () => false,
    );
    if (isKept) setAsking(next);
  };
  return (
    <div className={styles.bar}>
      <span className={styles.versionHead}>
        <StateBadge state={state} />
        {at && (state === 'scheduled' || state === 'published') && (
          <span>
            <When at={at} within={state === 'scheduled' ? 'articles.seen_from' : 'articles.seen_since'} />
          </span>
        )}
        {mine && state !== 'draft' && (
          <span className={styles.soft}>
            {t(`articles.standing_${mine.standing}`, { language: languageNames[language] })}
          </span>
        )}
      </span>
      <span className={styles.badges}>
        <Button icon={<Eye {...icon} />} onClick={() => setAsking('preview')}>
          {t('articles.preview')}
        </Button>
        {mine && (
          <Button icon={<History {...icon} />} onClick={() => void askOnceKept('versions')}>
            {t('articles.versions')}
          </Button>
        )}
        {(state === 'published' || state === 'scheduled') && (
          <Button variant="quiet" icon={<Undo2 {...icon} />} onClick={() => setAsking('withdraw')}>
            {t('articles.withdraw')}
          </Button>
        )}
        <Button variant="primary" icon={<Send {...icon} />} onClick={() => void askOnceKept('publish')}>
          {t('articles.publish')}
        </Button>
      </span>
      <PreviewDialog open={asking === 'preview'} language={language} writing={draft.writing} onClose={close} />
      <PublishDialog
        key={`publish ${asking}`}
        open={asking === 'publish'}
        article={article}
        language={language}
        onClose={close}
      />
      <WithdrawDialog open={asking === 'withdraw'} article={article} onClose={close} />
      {mine && (
        <VersionsDialog
          open={asking === 'versions'}
          id={article.id}
          draft={mine}
          onClose={close}
          onRestored={onReplaced}
        />
      )}
    </div>
  );
}
