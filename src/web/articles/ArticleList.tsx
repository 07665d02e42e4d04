import type { Article } from '#contract/articles/endpoints.ts';
import { directionOf } from '#contract/kernel/languages.ts';
import type { ArticleCategory } from '#contract/articles/names.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Drawing, type DrawingName } from '#web/ui/art/Drawing.tsx';
import { ArticleFacts } from './ArticleFacts.tsx';
import styles from './ArticleList.module.css';

/** Articles as tiles, or one under another on one sheet. */
export function ArticleList({ articles, isTileView }: { articles: readonly Article[]; isTileView: boolean }) {
  return (
    <ul className={isTileView ? styles.tiles : styles.list}>
      {articles.map((article, index) => (
        <li key={article.id}>
          {isTileView && (
            <div className={styles.art}>
              <Drawing name={drawingOf(article, index)} />
            </div>
          )}
          <Teaser article={article} />
        </li>
      ))}
    </ul>
  );
}

/** By category; its tiles differ. */
const drawings: Record<ArticleCategory, readonly DrawingName[]> = {
  market: ['sundial', 'bell', 'staircase'],
  education: ['shelf', 'olive', 'basin'],
  company: ['doorway', 'bench', 'letter'],
};

const drawingOf = ({ category }: Article, index: number) => drawings[category][index % 3] ?? 'shelf';

function Teaser({ article }: { article: Article }) {
  const { slug, title, summary, language } = article;
  const own = { lang: language, dir: directionOf(language) };
  return (
    <article className={styles.teaser}>
      <h2 {...own}>
        <Link to={`/analytics/${slug}`} className={styles.link}>
          {title}
        </Link>
      </h2>
      <p {...own} className={styles.summary}>
        {summary}
      </p>
      <ArticleFacts article={article} />
    </article>
  );
}
