import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { useDocumentTitle } from '#web/platform/navigation/document-title.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Columns, Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { CaseHistory } from './CaseHistory.tsx';
import { caseQuery } from './case-queries.ts';
import { DeclaredFacts, ProfileFacts } from './DeclaredFacts.tsx';
import { ReviewBar } from './ReviewBar.tsx';
import { ReviewCard } from './ReviewCard.tsx';

/** One client’s case: what is pending, beside the client's own statements, and earlier decisions. */
export function CasePage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...caseQuery(id), throwOnError: throwWithoutData });
  const shown = query.data;
  useDocumentTitle(shown?.row.name);
  const back = (
    <Link to="/admin/verification" className={buttonClass()}>
      {t('verification.staff_title')}
    </Link>
  );
  if (isNotFound(query.error) && !shown)
    return (
      <Statement title={t('verification.missing_title')} text={t('verification.missing_text')}>
        {back}
      </Statement>
    );
  return (
    <Page
      title={shown ? <bdi>{shown.row.name}</bdi> : t('verification.staff_title')}
      intro={shown && t('verification.level', { level: shown.row.level })}
      actions={back}
    >
      {shown && <ReviewBar shown={shown} />}
      <Columns wide>
        <QueryCard query={query} title={t('verification.need_person')} skeleton={<SkeletonRows count={6} />}>
          {(data) => <DeclaredFacts shown={data} />}
        </QueryCard>
        <QueryCard query={query} title={t('verification.need_profile')} skeleton={<SkeletonRows count={6} />}>
          {(data) => <ProfileFacts shown={data} />}
        </QueryCard>
      </Columns>
      {shown?.documents
        .filter(({ state }) => state === 'pending')
        .map((document) => (
          <ReviewCard key={document.id} shown={shown} document={document} />
        ))}
      {shown && <CaseHistory shown={shown} />}
    </Page>
  );
}
