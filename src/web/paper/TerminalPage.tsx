import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Refused } from './Refused.tsx';
import { Terminal } from './Terminal.tsx';
import { TerminalSkeleton } from './TerminalSkeleton.tsx';
import { spentToken, usePlatformSession } from './platform-session.ts';

/** The embedded platform's own page: a one-time token opens it, and the tab continues with a session of its own. */
export function TerminalPage() {
  const t = useText();
  const { token = spentToken } = useParams({ strict: false });
  const { data, error } = usePlatformSession(token);
  if (data) return <Terminal session={data.session} holder={data.holder} />;
  if (error || token === spentToken) return <Refused error={error} />;
  return (
    <Page title={t('terminal.title')}>
      <TerminalSkeleton />
    </Page>
  );
}
