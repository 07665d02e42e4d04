import type { LegalDocument } from '#contract/legal/endpoints.ts';
import { directionOf, languageNames } from '#contract/kernel/languages.ts';
import { RichText } from '#web/articles/RichText.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { cx } from '#web/ui/cx.ts';
import { State } from '#web/ui/State.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Legal.module.css';

/** Which version it is, and whether it is in force. */
export function Standing({ version }: { version: Pick<LegalDocument, 'state' | 'number' | 'effective_on'> }) {
  const t = useText();
  const nameOf = useVersionName();
  return (
    <>
      <State>{t(`legal.state_${version.state}`)}</State>
      <span>{nameOf(version)}</span>
    </>
  );
}

interface LegalTextProps {
  version: LegalDocument;
  /** The head of the screen says which it is. */
  headed?: boolean;
}

/** One version: which it is, what changed by it, and its text, in the language that there is. */
export function LegalText({ version, headed = false }: LegalTextProps) {
  const t = useText();
  const { language, summary, body } = version;
  const own = { lang: language, dir: directionOf(language) };
  return (
    <div className={flowStyles.column}>
      {!headed && (
        <p className={cx(flowStyles.facts, styles.soft)}>
          <Standing version={version} />
        </p>
      )}
      {language !== useLanguage() && (
        <p className={styles.soft}>{t('legal.other_language', { language: languageNames[language] })}</p>
      )}
      {summary && (
        <div className={styles.changes}>
          <p className={styles.label}>{t('legal.what_changes')}</p>
          <p {...own}>{summary}</p>
        </div>
      )}
      <div {...own}>
        <RichText body={body} />
      </div>
    </div>
  );
}

/** Returns a version’s name: its number, and the day from which it is in force. */
export function useVersionName() {
  const t = useText();
  const format = useFormat();
  return ({ number, effective_on: on }: { number: number; effective_on: string | null }) =>
    on === null ? t('legal.version', { number }) : t('legal.version_from', { number, on: format.day(on) });
}
