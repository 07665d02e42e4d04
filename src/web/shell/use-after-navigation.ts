import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { scrollAfterNavigationMs } from '#contract/constants.ts';
import { closeDialog } from '#web/platform/dialogs.ts';
import { ownTitle, unreadInTitle } from '#web/platform/own-title.ts';
import { useStore } from '#web/platform/store.ts';
import { useText } from '#web/platform/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { dotTabIcon } from './tab-icon.ts';

/** What follows every navigation: the page's title, and the scroll to the hash or to the top. */
export function useAfterNavigation(): void {
  const t = useText();
  const router = useRouter();
  // A screen that is still loading has no texts yet, its name among them.
  const key = useRouterState({
    select: ({ matches }) => (matches.at(-1)?.status === 'pending' ? undefined : matches.at(-1)?.staticData.title),
  });
  const isNotFound = useRouterState({
    select: (state) => state.matches.some((match) => match._notFound === true || match.status === 'notFound'),
  });
  const own = useStore(ownTitle);
  const unread = useStore(unreadInTitle);
  const title = isNotFound ? t('common.not_found_title') : (own ?? (key && t(key)));

  useEffect(() => {
    const { appName } = windowConfig;
    const name = title ? t('common.page_title', { page: title, app: appName }) : appName;
    document.title = unread > 0 ? t('common.title_unread', { count: unread, title: name }) : name;
  }, [title, unread, t]);
  useEffect(() => dotTabIcon(unread > 0), [unread]);

  // As one leaves, so that what is opened while the next screen is on its way stays.
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && closeDialog()), [router]);

  useEffect(() => {
    let stopWaiting = () => {};
    const unsubscribe = router.subscribe('onResolved', ({ pathChanged, hashChanged, toLocation }) => {
      if (!pathChanged && !hashChanged) return;
      const facts = router.state.matches.at(-1)?.staticData.screen;
      stopWaiting();
      if (toLocation.hash) stopWaiting = showTarget(toLocation.hash);
      else if (facts?.scrollToTop !== false) setTimeout(() => window.scrollTo({ top: 0 }), scrollAfterNavigationMs);
    });
    return () => {
      unsubscribe();
      stopWaiting();
    };
  }, [router]);
}

/** Scrolls to an element as soon as it is there, for layouts and parts of a screen arrive by themselves. Answers how to give up. */
function showTarget(id: string): () => void {
  const show = () => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    if (target) observer.disconnect();
  };
  const observer = new MutationObserver(show);
  observer.observe(document.body, { childList: true, subtree: true });
  show();
  return () => observer.disconnect();
}
