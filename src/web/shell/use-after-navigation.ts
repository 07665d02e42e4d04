import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useIsOnline } from '#web/platform/realtime/connection.ts';
import { closeDialog } from '#web/platform/navigation/dialogs.ts';
import { documentTitle, unreadCount } from '#web/platform/navigation/document-title.ts';
import { useStore } from '#web/platform/store.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { dotTabIcon } from './tab-icon.ts';

/** What follows every navigation: the page's title, and the end of an open dialog. */
export function useAfterNavigation(): void {
  const t = useText();
  const router = useRouter();
  const isOnline = useIsOnline();
  // A screen that is still loading has no texts yet, its name among them, and one that could not be loaded may have none.
  const key = useRouterState({
    select: ({ matches }) => {
      const match = matches.at(-1);
      if (match?.status === 'error') return isOnline ? 'common.error_alert_title' : 'common.offline_title';
      return match?.status === 'pending' ? undefined : match?.staticData.title;
    },
  });
  const isNotFound = useRouterState({
    select: (state) => state.matches.some((match) => match._notFound === true || match.status === 'notFound'),
  });
  const own = useStore(documentTitle);
  const unread = useStore(unreadCount);
  const title = isNotFound ? t('common.not_found_title') : (own ?? (key && t(key)));

  useEffect(() => {
    const { appName } = windowConfig;
    const name = title ? t('common.page_title', { page: title, app: appName }) : appName;
    document.title = unread > 0 ? t('common.title_unread', { count: unread, title: name }) : name;
  }, [title, unread, t]);
  useEffect(() => dotTabIcon(unread > 0), [unread]);

  // As one leaves, so that what is opened while the next screen is on its way stays.
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && closeDialog()), [router]);
}
