import { useQuery } from '@tanstack/react-query';
import { documentKinds } from '#contract/verification/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { SettingsFrame } from '#web/profile/SettingsFrame.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { DocumentCard } from './DocumentCard.tsx';
import { LevelsList } from './LevelsList.tsx';
import { AccessLogCard } from './AccessLogCard.tsx';
import { PersonCard } from './PersonCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { verificationQuery } from './verification-query.ts';

/** The client's level, what it allows, and what the client can prove next. */
export function VerificationPage() {
  const t = useText();
  const query = useQuery(verificationQuery);
  const shown = query.data;
  return (
    <SettingsFrame>
      <QueryCard query={query} title={t('verification.levels_title')} flush skeleton={<SkeletonRows count={5} />}>
        {(data) => <LevelsList shown={data} />}
      </QueryCard>
      {shown && (
        <>
          <PersonCard shown={shown} />
          <ProfileCard shown={shown} />
          {documentKinds.map((kind) => (
            <DocumentCard key={kind} kind={kind} shown={shown} />
          ))}
          <AccessLogCard access_log={shown.access_log} />
        </>
      )}
    </SettingsFrame>
  );
}
