import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSetupLink } from '#web/platform/session/setup-token.ts';
import { Loaded } from '#web/platform/api/Async.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { ClosedNotice } from './ClosedNotice.tsx';
import { OpenNotice } from './OpenNotice.tsx';
import { SetupFrame } from './SetupFrame.tsx';
import { Wizard } from './Wizard.tsx';

/** All there is of a house that is not open: its set-up, for whoever has the link, and a word to everybody else. */
export function SetupPage() {
  const t = useText();
  const token = useSetupLink();
  const [opened, setOpened] = useState<User>();
  const query = useQuery({
    queryKey: ['setup', token],
    queryFn: () => call('POST /api/setup', { body: { token } }),
    enabled: token !== '',
    staleTime: Infinity,
  });
  if (opened) return <OpenNotice administrator={opened} />;
  if (token === '') return <ClosedNotice />;
  if (query.error instanceof ApiError && query.error.status === 403) return <ClosedNotice why={query.error.message} />;
  if (query.error instanceof ApiError && query.error.status === 404) return <ClosedNotice isOver />;
  return (
    <Loaded query={query} skeleton={<SetupSkeleton title={t('setup.title')} />}>
      {(look) => <Wizard token={token} look={look} onOpened={setOpened} />}
    </Loaded>
  );
}

const SetupSkeleton = ({ title }: { title: string }) => (
  <SetupFrame title={title} step="house">
    <SkeletonRows count={5} />
  </SetupFrame>
);
