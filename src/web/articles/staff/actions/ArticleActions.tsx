import { Eye, Send } from 'lucide-react';
import { useState } from 'react';
import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { Menu, type MenuAct } from '#web/ui/Menu.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { PreviewDialog } from '../PreviewDialog.tsx';
import { SaveStateMark } from '../SaveStateMark.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import type { Writing } from '../use-article-draft.ts';
import type { Draft } from '../use-draft.ts';
import { VersionsDialog } from './VersionsDialog.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';

interface ArticleActionsProps {
  article: StaffArticle;
  language: Language;
  draft: Draft<Writing>;
  onReplaced: () => void;
}

type Input = 'preview' | 'publish' | 'versions' | 'withdraw' | null;

/** What can be done with an article as a whole: in reach at the lower edge, however long the text is. */
export function ArticleActions({ article, language, draft, onReplaced }: ArticleActionsProps) {
  const t = useText();
  const [confirming, setConfirming] = useState<Input>(null);
  const { state, drafts } = article;
  const mine = drafts.find((each) => each.language === language);
  const isLive = state === 'published' && mine?.status === 'live';
  const close = () => setConfirming(null);
  // What is given to readers is what is kept: nothing is asked before that has succeeded.
  const confirmOnceSaved = async (next: Input) => {
    const isSaved = await draft.store().then(
      () => true,
      () => false,
    );
    if (isSaved) setConfirming(next);
  };
  const rest: MenuAct[] = [
    ...(mine ? [{ label: t('articles.versions'), onChoose: () => void confirmOnceSaved('versions') }] : []),
    ...(state === 'published' || state === 'scheduled'
      ? [{ label: t('articles.withdraw'), danger: true, onChoose: () => setConfirming('withdraw') }]
      : []),
  ];
  return (
    <div className={flowStyles.foot}>
      <SaveStateMark saveState={draft.saveState} />
      {rest.length > 0 && <Menu label={t('common.more_acts')} acts={rest} />}
      <Button icon={<Eye {...icon} />} onClick={() => setConfirming('preview')}>
        {t('articles.preview')}
      </Button>
      <Button
        // What readers have as it is written waits for nothing.
        variant={isLive ? 'secondary' : 'primary'}
        icon={<Send {...icon} />}
        onClick={() => void confirmOnceSaved('publish')}
      >
        {t('articles.publish')}
      </Button>
      <PreviewDialog open={confirming === 'preview'} language={language} writing={draft.writing} onClose={close} />
      <PublishDialog
        key={`publish ${confirming}`}
        open={confirming === 'publish'}
        article={article}
        language={language}
        onClose={close}
      />
      <WithdrawDialog open={confirming === 'withdraw'} article={article} onClose={close} />
      {mine && (
        <VersionsDialog
          open={confirming === 'versions'}
          id={article.id}
          draft={mine}
          onClose={close}
          onRestored={onReplaced}
        />
      )}
    </div>
  );
}
