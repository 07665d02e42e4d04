import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n.tsx';
import { useLanguage } from '#web/platform/language.ts';
import { Go } from '#web/platform/navigation.tsx';
import { throwWithoutData } from '#web/platform/only-object.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ArticleFacts } from './ArticleFacts.tsx';
import { articlesQuery } from '#web/platform/list-queries.ts';
import styles from './Articles.module.css';
import { ReadingProgress } from './ReadingProgress.tsx';

/** One article. */
export function ArticlePage() {
  const t = useText();
  const { slug = '' } = useParams({ strict: false });
  const { data } = useQuery({ ...articlesQuery(useLanguage()), throwOnError: throwWithoutData });
  const article = data?.find((one) => one.slug === slug);
  const back = (
    <Go to="/analytics" className={buttonClass()}>
      {t('articles.all')}
    </Go>
  );
  if (data && !article) {
    return (
      <Statement title={t('articles.missing_title')} text={t('articles.missing_text')}>
        {back}
      </Statement>
    );
  }
  return (
    <Page
      title={article ? <span lang={article.language}>{article.title}</span> : t('articles.article_title')}
      actions={back}
      narrow
    >
      {article ? (
        <>
          <ReadingProgress />
          <ArticleFacts article={article} />
          <div className={styles.body} lang={article.language} dir="auto">
            {article.body.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </>
      ) : (
        <Skeleton shape="block" height="24rem" />
      )}
    </Page>
  );
}
