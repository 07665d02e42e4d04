import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { FilePlus2, Scale } from 'lucide-react';
import { legalKinds, type LegalKind } from '#contract/legal-names.ts';
import type { ListedLegal } from '#contract/legal-staff.ts';
import { call } from '#web/platform/api/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useAct } from '#web/platform/forms/use-async-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { legalDeskQuery, tookVersion } from './legal-queries.ts';
import { VersionsTable } from './VersionsTable.tsx';

/** The documents of the house with all their versions. */
export function LegalDeskPage() {
  const t = useText();
  return (
    <Page
      title={t('legal.title')}
      intro={t('legal.desk_intro')}
      actions={<CsvButton act={() => download('GET /api/staff/legal/file', { query: {} })} />}
    >
      {legalKinds.map((kind) => (
        <KindCard key={kind} kind={kind} />
      ))}
    </Page>
  );
}

function KindCard({ kind }: { kind: LegalKind }) {
  const t = useText();
  const query = useQuery({
    ...legalDeskQuery,
    select: (versions: readonly ListedLegal[]) => versions.filter((version) => version.kind === kind),
  });
  return (
    <QueryCard
      query={query}
      flush
      title={t(`legal.kind_${kind}`)}
      actions={query.data && <BeginButton kind={kind} goesOn={query.data[0]?.state === 'draft'} />}
      skeleton={<SkeletonRows count={2} />}
    >
      {(versions) =>
        versions.length > 0 ? (
          <VersionsTable caption={t(`legal.kind_${kind}`)} versions={versions} />
        ) : (
          <EmptyState icon={Scale} title={t('legal.none_title')} text={t('legal.none_text')} />
        )
      }
    </QueryCard>
  );
}

/** Opens the draft of a document, which is begun where there is none. */
function BeginButton({ kind, goesOn }: { kind: LegalKind; goesOn: boolean }) {
  const t = useText();
  const router = useRouter();
  const language = useLanguage();
  const { isBusy, act } = useAct();
  const begin = async () => {
    const draft = await call('POST /api/staff/legal/begin', { body: { kind } });
    tookVersion(draft);
    await router.navigate({ href: pathIn(language, `/admin/legal/${draft.id}`) });
  };
  return (
    <Button size="small" icon={<FilePlus2 {...icon} />} busy={isBusy} onClick={() => act(begin)}>
      {t(goesOn ? 'legal.go_on' : 'legal.begin')}
    </Button>
  );
}
