import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffLegal } from '#contract/legal/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { EditorFrame } from '#web/articles/staff/EditorFrame.tsx';
import { LanguagesBar } from '#web/articles/staff/LanguagesBar.tsx';
import { SourcePane } from '#web/articles/staff/SourcePane.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { staffVersionQuery } from './legal-queries.ts';
import { LegalActions } from './LegalActions.tsx';
import { LegalTextPane } from './LegalTextPane.tsx';
import { PublishedVersion } from './PublishedVersion.tsx';
import { useLegalDraft } from './use-legal-draft.ts';
import { LegalState } from './DocumentsTable.tsx';

/** One version: as a draft it is edited in a language beside another; afterwards it is read-only. */
export function EditLegalPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...staffVersionQuery(id), throwOnError: throwWithoutData });
  const version = query.data;
  if (isNotFound(query.error) && !version)
    return (
      <Statement title={t('legal.missing_title')} text={t('legal.missing_text')}>
        <Link to="/admin/legal" className={buttonClass()}>
          {t('legal.all')}
        </Link>
      </Statement>
    );
  return (
    <Page
      title={version ? t(`legal.kind_${version.kind}`) : t('legal.edit_title')}
      state={
        version && (
          <>
            <LegalState state={version.state} />
            <span>{t('legal.version', { number: version.number })}</span>
          </>
        )
      }
      back={<Link to="/admin/legal">{t('legal.all')}</Link>}
    >
      <Async query={query} skeleton={<SkeletonRows count={8} />}>
        {(loaded) => (loaded.state === 'draft' ? <Writing version={loaded} /> : <PublishedVersion version={loaded} />)}
      </Async>
    </Page>
  );
}

function Writing({ version }: { version: StaffLegal }) {
  const { drafts } = version;
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(drafts[0]?.language ?? own);
  const [beside, setBeside] = useState<Language | ''>('');
  // Whatever replaces the text from outside starts the editor afresh.
  const [round, setRound] = useState(0);
  const source = drafts.find((each) => each.language === beside && each.language !== language);
  return (
    <EditorFrame
      side={
        <LanguagesBar
          drafts={drafts}
          language={language}
          beside={beside}
          onLanguage={setLanguage}
          onBeside={setBeside}
        />
      }
      source={source && <SourcePane draft={source} />}
    >
      <Work
        key={`${language} ${round}`}
        version={version}
        language={language}
        isBeside={source !== undefined}
        onReplaced={() => setRound(round + 1)}
      />
    </EditorFrame>
  );
}

interface WorkProps {
  version: StaffLegal;
  language: Language;
  isBeside: boolean;
  onReplaced: () => void;
}

function Work({ version, language, isBeside, onReplaced }: WorkProps) {
  const { id, drafts } = version;
  const draft = useLegalDraft(
    id,
    language,
    drafts.find((each) => each.language === language),
  );
  return (
    <>
      <LegalTextPane {...{ id, language, draft, isBeside, onReplaced }} />
      <LegalActions version={version} language={language} draft={draft} onReplaced={onReplaced} />
    </>
  );
}
