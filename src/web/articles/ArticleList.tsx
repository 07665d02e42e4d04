import type { Article } from '#contract/articles.ts';
import { Go } from '#web/platform/navigation.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Columns } from '#web/ui/Page.tsx';
import { ArticleFacts } from './ArticleFacts.tsx';
import styles from './Articles.module.css';

/** Articles as tiles, or one under another. */
export function ArticleList({ articles, isTileView }: { articles: readonly Article[]; isTileView: boolean }) {
  const teasers = articles.map((article) => <Teaser key={article.id} article={article} />);
  if (isTileView) {
    return (
      <Columns>
        {teasers.map((teaser) => (
          <Card key={teaser.key}>{teaser}</Card>
        ))}
      </Columns>
    );
  }
  return (
    <Card flush>
      <ul className={styles.list}>
        {teasers.map((teaser) => (
          <li key={teaser.key}>{teaser}</li>
        ))}
      </ul>
    </Card>
  );
}

function Teaser({ article }: { article: Article }) {
  return (
    <article className={styles.teaser} lang={article.language} dir="auto">
      <h2>
        <Go to={`/analytics/${article.slug}`}>{article.title}</Go>
      </h2>
      <p>{article.summary}</p>
      <ArticleFacts article={article} />
    </article>
  );
}
