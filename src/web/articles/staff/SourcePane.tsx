import { directionOf, languageNames, type Language } from '#contract/kernel/languages.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { RichText } from '../RichText.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './StaffArticles.module.css';
import type { WrittenText } from './use-draft.ts';

interface SourcePaneProps {
  draft: WrittenText & { language: Language };
}

/** A text that is translated from; only to be read. */
export function SourcePane({ draft: { language, title, summary, body } }: SourcePaneProps) {
  return (
    <Card title={languageNames[language]}>
      <div className={flowStyles.stack12} lang={language} dir={directionOf(language)}>
        <p className={styles.sourceTitle}>{title}</p>
        <p className={styles.soft}>{summary}</p>
        <RichText body={body} />
      </div>
    </Card>
  );
}
