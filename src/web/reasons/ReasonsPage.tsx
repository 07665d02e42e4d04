import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReasonCatalogue } from '#contract/reasons/endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { icon } from '#web/ui/icon.ts';
import { Columns, Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { ReasonTable } from './ReasonTable.tsx';
import { catalogueQuery } from './reasons-query.ts';

/** The reasons that staff give, by purpose; administrators change them. */
export function ReasonsPage() {
  const t = useText();
  const catalogue = useQuery(catalogueQuery);
  return (
    <Page
      title={t('reasons.title')}
      intro={t('reasons.intro')}
      actions={
        <>
          <StaleMark query={catalogue} />
          <CsvButton action={() => download('GET /api/staff/reasons/file', {})} />
        </>
      }
    >
      <Async query={catalogue} skeleton={<SkeletonRows count={8} />}>
        {({ purposes, default_language }) => (
          <Columns wide>
            {purposes.map((of) => (
              <PurposeCard key={of.purpose} of={of} fallback={default_language} />
            ))}
          </Columns>
        )}
      </Async>
    </Page>
  );
}

interface PurposeCardProps {
  of: ReasonCatalogue['purposes'][number];
  /** The language of the installation. */
  fallback: Language;
}

function PurposeCard({ of: { purpose, reasons }, fallback }: PurposeCardProps) {
  const t = useText();
  const mayChange = isAdmin(useSignedIn());
  const [isAdding, setIsAdding] = useState(false);
  const add = mayChange && (
    <Button size="small" icon={<Plus {...icon} />} onClick={() => setIsAdding(true)}>
      {t('reasons.add')}
    </Button>
  );
  return (
    <Card title={t(`reasons.purpose_${purpose}`)} actions={add} flush>
      <ReasonTable purpose={purpose} reasons={reasons} mayChange={mayChange} fallback={fallback} />
      {isAdding && (
        <ReasonDialog purpose={purpose} reason={undefined} fallback={fallback} onClose={() => setIsAdding(false)} />
      )}
    </Card>
  );
}
