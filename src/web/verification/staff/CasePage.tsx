import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { useDocumentTitle } from '#web/platform/navigation/document-title.ts';
import { QueueNav } from '#web/platform/lists/QueueNav.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { CheckCard } from './CheckCard.tsx';
import { ImportedCard } from '../ImportedCard.tsx';
import { ImportedActions } from './ImportedActions.tsx';
import { CaseHistory } from './CaseHistory.tsx';
import { caseQuery } from './case-queries.ts';
import { DeclaredFacts, ProfileFacts } from './DeclaredFacts.tsx';
import { isToDecide } from './is-to-decide.ts';
import { CaseState, ReviewActions, ReviewNotes } from './CaseHead.tsx';
import { ReviewCard } from './ReviewCard.tsx';

/** One client’s case: what is pending, beside the client's own statements, and earlier decisions. */
export function CasePage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...caseQuery(id), throwOnError: throwWithoutData });
  const shown = query.data;
  useDocumentTitle(shown?.row.name);
  const ways = <QueueNav list="/admin/verification" title={t('verification.staff_title')} />;
  if (isNotFound(query.error) && !shown)
    return (
      <Statement title={t('verification.missing_title')} text={t('verification.missing_text')}>
        {ways}
      </Statement>
    );
  // What is to be decided on comes first, with the client's own statements beside it.
  const hasWork = shown !== undefined && isToDecide(shown);
  const declared = (
    <>
      <QueryCard query={query} title={t('verification.need_person')} skeleton={<SkeletonRows count={6} />}>
        {(data) => <DeclaredFacts shown={data} />}
      </QueryCard>
      <QueryCard query={query} title={t('verification.need_profile')} skeleton={<SkeletonRows count={6} />}>
        {(data) => <ProfileFacts shown={data} />}
      </QueryCard>
    </>
  );
  return (
    <Page
      title={shown ? <bdi>{shown.row.name}</bdi> : t('verification.staff_title')}
      state={shown && <CaseState shown={shown} />}
      back={ways}
      actions={shown && <ReviewActions key={id} shown={shown} />}
    >
      {shown && <ReviewNotes shown={shown} />}
      <Beside aside={hasWork && declared}>
        {shown?.documents
          .filter(({ state }) => state === 'pending')
          .map((document, index) => (
            <ReviewCard key={document.id} shown={shown} document={document} hasKeys={index === 0} />
          ))}
        {shown?.identity_checks.map((check) => (
          <CheckCard key={check.id} shown={shown} check={check} />
        ))}
        {!hasWork && declared}
        {shown && (
          <ImportedCard
            imported={shown.imported}
            acts={(document) => <ImportedActions shown={shown} document={document} />}
          />
        )}
        {shown && <CaseHistory shown={shown} />}
      </Beside>
    </Page>
  );
}
