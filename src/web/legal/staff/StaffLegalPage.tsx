import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { legalKinds, type LegalKind } from '#contract/legal/names.ts';
import type { ListedLegal } from '#contract/legal/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import textStyles from '#web/ui/Text.module.css';
import { staffLegalQuery, tookVersion } from './legal-queries.ts';
import { VersionsTable } from './VersionsTable.tsx';

/** The documents of the operator with all their versions. */
export function StaffLegalPage() {
  const t = useText();
  const { data: all } = useQuery(staffLegalQuery);
  const missing = all && legalKinds.find((kind) => !all.some((each) => each.kind === kind && isPublished(each)));
  return (
    <Page
      title={t('legal.title')}
      intro={t('legal.staff_intro')}
      actions={<CsvButton action={() => download('GET /api/staff/legal/file', { query: {} })} />}
    >
      {legalKinds.map((kind) => (
        <KindCard key={kind} kind={kind} isNext={kind === missing} />
      ))}
    </Page>
  );
}

const isPublished = ({ state }: ListedLegal) => state !== 'draft';

/** One document with its versions. The first that clients cannot read has the filled button. */
function KindCard({ kind, isNext }: { kind: LegalKind; isNext: boolean }) {
  const t = useText();
  const query = useQuery({
    ...staffLegalQuery,
    select: (versions: readonly ListedLegal[]) => versions.filter((version) => version.kind === kind),
  });
  return (
    <QueryCard
      query={query}
      flush
      title={t(`legal.kind_${kind}`)}
      actions={query.data && <CreateDraftButton kind={kind} latest={query.data[0]} isNext={isNext} />}
      skeleton={<SkeletonRows count={2} />}
    >
      {(versions) => (
        <>
          {!versions.some(isPublished) && (
            <div className={textStyles.none}>
              <State tone="warning">{t('legal.not_published')}</State>
              <p>{t('legal.none_text')}</p>
            </div>
          )}
          {versions.length > 0 && <VersionsTable caption={t(`legal.kind_${kind}`)} versions={versions} />}
        </>
      )}
    </QueryCard>
  );
}

interface DraftButtonProps {
  kind: LegalKind;
  latest: ListedLegal | undefined;
  isNext: boolean;
}

/** Opens the draft of a document, and creates it where there is none. */
function CreateDraftButton({ kind, latest, isNext }: DraftButtonProps) {
  const t = useText();
  const router = useRouter();
  const language = useLanguage();
  const { isBusy, run } = useAsyncAction();
  const start = async () => {
    const draft = await call('POST /api/staff/legal/create-draft', { body: { kind } });
    tookVersion(draft);
    await router.navigate({ href: pathIn(language, `/admin/legal/${draft.id}`) });
  };
  return (
    <Button
      size="small"
      variant={isNext ? 'primary' : 'secondary'}
      icon={<FilePlus2 {...icon} />}
      busy={isBusy}
      onClick={() => run(start)}
    >
      {latest?.state === 'draft' ? t('legal.go_on') : t(latest ? 'legal.create_draft' : 'legal.create_first')}
    </Button>
  );
}
