import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import { directionOf, isLanguage, type Language } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { useDocumentTitle } from '#web/platform/navigation/document-title.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ArticleActions } from './actions/ArticleActions.tsx';
import { LanguagesBar } from './LanguagesBar.tsx';
import { ArticleStatus } from './ArticleStatus.tsx';
import { CategoryField } from './CategoryField.tsx';
import { ContentField } from './ContentField.tsx';
import { EditorFrame } from './EditorFrame.tsx';
import { staffArticleQuery } from './article-queries.ts';
import { SourcePane } from './SourcePane.tsx';
import { TextPane } from './TextPane.tsx';
import { useArticleDraft } from './use-article-draft.ts';

/** Writes one article: a language, with another beside it to translate from. */
export function EditArticlePage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...staffArticleQuery(id), throwOnError: throwWithoutData });
  const [chosen, setChosen] = useState<Language>();
  const [beside, setBeside] = useState<Language | ''>('');
  // Whatever replaces the text from outside (a version, another's) starts the editor afresh.
  const [round, setRound] = useState(0);
  const article = query.data;
  const language =
    chosen ?? article?.drafts.find((each) => each.language === 'en')?.language ?? article?.drafts[0]?.language;
  const source = article?.drafts.find((each) => each.language === beside && each.language !== language);
  const title = article?.drafts.find((draft) => draft.language === language)?.title;
  useDocumentTitle(title);
  if (isNotFound(query.error) && !article) return <NotThere />;
  return (
    <Page
      title={
        title && language ? (
          <bdi lang={language} dir={directionOf(language)}>
            {title}
          </bdi>
        ) : (
          t('articles.edit_title')
        )
      }
      state={article && isLanguage(language) && <ArticleStatus article={article} language={language} />}
      back={<Link to="/admin/articles">{t('articles.all')}</Link>}
    >
      <Async query={query} skeleton={<SkeletonRows count={8} />}>
        {(loaded) =>
          isLanguage(language) && (
            <EditorFrame
              side={
                <>
                  <LanguagesBar
                    drafts={loaded.drafts}
                    language={language}
                    beside={beside}
                    onLanguage={setChosen}
                    onBeside={setBeside}
                  />
                  <CategoryField article={loaded} />
                  <ContentField article={loaded} />
                </>
              }
              source={source && <SourcePane draft={source} />}
            >
              <Work
                key={`${language} ${round}`}
                article={loaded}
                language={language}
                isBeside={source !== undefined}
                onReplaced={() => setRound(round + 1)}
              />
            </EditorFrame>
          )
        }
      </Async>
    </Page>
  );
}

interface WorkProps {
  article: StaffArticle;
  language: Language;
  isBeside: boolean;
  onReplaced: () => void;
}

function Work({ article, language, isBeside, onReplaced }: WorkProps) {
  const draft = useArticleDraft(
    article.id,
    language,
    article.drafts.find((each) => each.language === language),
  );
  return (
    <>
      <TextPane {...{ article, language, draft, isBeside, onReplaced }} />
      <ArticleActions article={article} language={language} draft={draft} onReplaced={onReplaced} />
    </>
  );
}

function NotThere() {
  const t = useText();
  return (
    <Statement title={t('articles.missing_title')} text={t('articles.missing_text')}>
      <Link to="/admin/articles" className={buttonClass({ variant: 'primary' })}>
        {t('articles.all')}
      </Link>
    </Statement>
  );
}
