import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Article } from '#contract/articles/endpoints.ts';
import { directionOf } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { useDocumentTitle } from '#web/platform/navigation/document-title.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { ArticleFacts } from './ArticleFacts.tsx';
import { articleQuery } from './article-queries.ts';
import { ArticleSkeleton } from './ArticleSkeleton.tsx';
import { ReadingProgress } from './ReadingProgress.tsx';
import { RichText } from './RichText.tsx';

/** One article, in the reader's language where there is a translation. */
export function ArticlePage() {
  const t = useText();
  const { slug = '' } = useParams({ strict: false });
  const query = useQuery({ ...articleQuery(slug, useLanguage()), throwOnError: throwWithoutData });
  const article = query.data;
  useDocumentTitle(article?.title);
  if (isNotFound(query.error) && !article) return <ArticleMissing />;
  return (
    <Page
      title={article ? <span {...languageOf(article)}>{article.title}</span> : t('articles.article_title')}
      back={<Link to="/analytics">{t('articles.all')}</Link>}
      reading
    >
      <Async query={query} skeleton={<ArticleSkeleton />}>
        {(found) => <ArticleBody article={found} />}
      </Async>
    </Page>
  );
}

const languageOf = ({ language }: Article) => ({ lang: language, dir: directionOf(language) });

function ArticleBody({ article }: { article: Article }) {
  return (
    <>
      {!article.closed && <ReadingProgress />}
      <ArticleFacts article={article} />
      <article {...languageOf(article)}>
        {article.closed ? <p>{article.summary}</p> : <RichText body={article.body} />}
      </article>
      {article.closed && <ArticleClosed />}
    </>
  );
}

/** The reader’s tier does not read it. */
function ArticleClosed() {
  const t = useText();
  return (
    <Alert title={t('articles.closed_title')}>
      <p>
        <Link to="/investor">{t('articles.closed_link')}</Link>
      </p>
    </Alert>
  );
}

function ArticleMissing() {
  const t = useText();
  return (
    <Statement title={t('articles.missing_title')} text={t('articles.missing_text')}>
      <Link to="/analytics" className={buttonClass({ variant: 'primary' })}>
        {t('articles.all')}
      </Link>
    </Statement>
  );
}
