import type { ArticleDraft } from '#contract/articles-desk.ts';
import { directionOf, languageNames } from '#contract/languages.ts';
import { Card } from '#web/ui/Card.tsx';
import { RichText } from '../RichText.tsx';
import styles from './Desk.module.css';

/** The text that is translated from; only to be read. */
export function SourcePane({ draft: { language, title, summary, body } }: { draft: ArticleDraft }) {
  return (
    <Card title={languageNames[language]}>
      <div className={styles.source} lang={language} dir={directionOf(language)}>
        <p className={styles.sourceTitle}>{title}</p>
        <p className={styles.soft}>{summary}</p>
        <RichText body={body} />
      </div>
    </Card>
  );
}
