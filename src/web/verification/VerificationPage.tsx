import { useQuery } from '@tanstack/react-query';
import { documentKinds } from '#contract/verification-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { SettingsFrame } from '#web/profile/SettingsFrame.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { DocumentCard } from './DocumentCard.tsx';
import { LevelsList } from './LevelsList.tsx';
import { LooksCard } from './AccessLogCard.tsx';
import { PersonCard } from './PersonCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { verificationQuery } from './verification-query.ts';

/** How well the house knows the client, what that allows, and what he can prove next. */
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
          <LooksCard looks={shown.looks} />
        </>
      )}
    </SettingsFrame>
  );
}
