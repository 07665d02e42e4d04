import { useQuery } from '@tanstack/react-query';
import type { StaffLegal } from '#contract/legal/staff-endpoints.ts';
import { DownloadButton } from '#web/platform/files/DownloadButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { legalTextQuery } from '../legal-queries.ts';
import { LegalText } from '../LegalText.tsx';
import { saveConsents } from './legal-queries.ts';
import { VersionLine } from './DocumentsTable.tsx';

/** A version as clients read it, and who has accepted it. */
export function PublishedVersion({ version }: { version: StaffLegal }) {
  const t = useText();
  const query = useQuery(legalTextQuery(version.id, useLanguage()));
  return (
    <>
      <Card
        title={t('legal.consents_title')}
        flush
        actions={<DownloadButton size="small" text={t('legal.consents_csv')} action={() => saveConsents(version.id)} />}
      >
        <VersionLine caption={t('legal.consents_title')} version={version} />
      </Card>
      <Card title={query.data?.title ?? t(`legal.kind_${version.kind}`)}>
        <Async query={query} skeleton={<SkeletonRows count={8} />}>
          {(shown) => <LegalText version={shown} />}
        </Async>
      </Card>
    </>
  );
}
