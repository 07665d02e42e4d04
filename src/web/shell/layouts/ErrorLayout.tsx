import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isBlockedByImpersonation } from '#web/platform/api/api-error.ts';
import { useIsOnline } from '#web/platform/realtime/connection.ts';
import { isLayoutLost } from '#web/platform/navigation/main-layout.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Statement } from '../Statement.tsx';

/** Takes a screen's place when its first data or its code could not be had. */
export function ErrorLayout({ error, reset }: ErrorComponentProps) {
  const t = useText();
  const router = useRouter();
  useEffect(() => console.error('Error showing the screen', error), [error]);
  const { reset: resetFailedQueries } = useQueryErrorResetBoundary();
  const retry = () => {
    if (isLayoutLost()) return location.reload();
    resetFailedQueries();
    reset();
    void router.invalidate();
  };
  const isOnline = useIsOnline();
  const wasOffline = useRef(!isOnline);
  useEffect(() => {
    if (isOnline && wasOffline.current) retry();
    wasOffline.current = !isOnline;
  });
  if (isBlockedByImpersonation(error))
    return <Statement title={t('common.impersonation_closed')} text={error.message} />;
  return (
    <Statement
      title={t(isOnline ? 'common.error_alert_title' : 'common.offline_title')}
      text={t(isOnline ? 'common.error_alert_text' : 'common.offline_text')}
      role="alert"
    >
      <Button variant="primary" onClick={retry}>
        {t('common.try_again')}
      </Button>
    </Statement>
  );
}
