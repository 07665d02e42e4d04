import { articleLimits } from '#contract/articles/names.ts';
import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import { directionOf, languageNames, type Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { tookArticle } from './article-queries.ts';
import { OvertakenNote } from './OvertakenNote.tsx';
import { RichEditor } from './RichEditor.tsx';
import type { Writing } from './use-article-draft.ts';
import type { Draft } from './use-draft.ts';

interface TextPaneProps {
  article: StaffArticle;
  language: Language;
  draft: Draft<Writing>;
  /** Another text stands beside it. */
  isBeside: boolean;
  onReplaced: () => void;
}

const readAgain = (id: string) => call('POST /api/staff/articles/info', { body: { id } });
const textOf = ({ drafts }: StaffArticle, language: Language) => drafts.find((each) => each.language === language);

/** The text in one language, as it is written. */
export function TextPane({ article, language, draft, isBeside, onReplaced }: TextPaneProps) {
  const t = useText();
  const { writing, saveState, change } = draft;
  const own = { lang: language, dir: directionOf(language) };
  const errorOf = (field: string) => (saveState.state === 'failed' ? saveState.fields[field] : undefined);
  return (
    <Card title={languageNames[language]} titled={isBeside}>
      <div className={flowStyles.column}>
        {saveState.state === 'overtaken' && (
          <OvertakenNote
            language={language}
            overtaken={saveState}
            overwrite={draft.overwrite}
            read={async () => textOf(await readAgain(article.id), language)}
            take={async () => {
              tookArticle(await readAgain(article.id));
              onReplaced();
            }}
          />
        )}
        <TextField
          {...own}
          label={t('articles.title_field')}
          value={writing.title}
          error={errorOf('title')}
          maxLength={articleLimits.title}
          required
          onChange={({ target }) => change({ title: target.value })}
        />
        <TextAreaField
          {...own}
          label={t('articles.summary')}
          hint={t('articles.summary_hint')}
          value={writing.summary}
          error={errorOf('summary')}
          maxLength={articleLimits.summary}
          rows={2}
          required
          onChange={({ target }) => change({ summary: target.value })}
        />
        <RichEditor
          label={t('articles.body')}
          language={language}
          body={writing.body}
          onChange={(body) => change({ body })}
        />
        <TextField
          label={t('articles.slug')}
          hint={t('articles.slug_hint')}
          value={writing.slug}
          error={errorOf('slug')}
          maxLength={articleLimits.slug}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => change({ slug: target.value })}
        />
      </div>
    </Card>
  );
}
