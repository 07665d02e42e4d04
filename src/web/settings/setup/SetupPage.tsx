import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSetupToken } from '#web/platform/session/setup-token.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ClosedNotice } from './ClosedNotice.tsx';
import { OpenNotice } from './OpenNotice.tsx';
import { SetupFrame } from './SetupFrame.tsx';
import { Wizard } from './Wizard.tsx';

/** The only page before the setup is complete: the setup for the holder of the link, and a notice for others. */
export function SetupPage() {
  const t = useText();
  const token = useSetupToken();
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
    <Async query={query} skeleton={<SetupSkeleton title={t('setup.title')} />}>
      {(setup) => <Wizard token={token} setup={setup} onOpened={setOpened} />}
    </Async>
  );
}

const SetupSkeleton = ({ title }: { title: string }) => (
  <SetupFrame title={title} step="company">
    <SkeletonRows count={5} />
  </SetupFrame>
);
