import { directionOf, languageNames, type Language } from '#contract/kernel/languages.ts';
import { legalLimits } from '#contract/legal/names.ts';
import { OvertakenNote } from '#web/articles/staff/OvertakenNote.tsx';
import { RichEditor } from '#web/articles/staff/RichEditor.tsx';
import type { Draft, WrittenText } from '#web/articles/staff/use-draft.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { readVersion, tookVersion } from './legal-queries.ts';

interface LegalTextPaneProps {
  id: string;
  language: Language;
  draft: Draft<WrittenText>;
  /** Another text stands beside it. */
  isBeside: boolean;
  onReplaced: () => void;
}

/** The text in one language, as it is written. */
export function LegalTextPane({ id, language, draft, isBeside, onReplaced }: LegalTextPaneProps) {
  const t = useText();
  const { writing, saveState, change, overwrite } = draft;
  const own = { lang: language, dir: directionOf(language) };
  const errorOf = (field: string) => (saveState.state === 'failed' ? saveState.fields[field] : undefined);
  return (
    <Card title={languageNames[language]} titled={isBeside}>
      <div className={flowStyles.column}>
        {saveState.state === 'overtaken' && (
          <OvertakenNote
            language={language}
            overtaken={saveState}
            overwrite={overwrite}
            read={async () => (await readVersion(id)).drafts.find((each) => each.language === language)}
            take={async () => {
              tookVersion(await readVersion(id));
              onReplaced();
            }}
          />
        )}
        <TextField
          {...own}
          label={t('articles.title_field')}
          value={writing.title}
          error={errorOf('title')}
          maxLength={legalLimits.title}
          required
          onChange={({ target }) => change({ title: target.value })}
        />
        <TextField
          {...own}
          label={t('legal.what_changes')}
          hint={t('legal.summary_hint')}
          value={writing.summary}
          error={errorOf('summary')}
          maxLength={legalLimits.summary}
          required
          onChange={({ target }) => change({ summary: target.value })}
        />
        <RichEditor
          label={t('articles.body')}
          language={language}
          body={writing.body}
          textAlone
          onChange={(body) => change({ body })}
        />
      </div>
    </Card>
  );
}
