import { useEffect, useRef } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { unreadCount } from '#web/platform/navigation/document-title.ts';
import { alertOnce } from './alerts.ts';

/** A person who reads it this moment, here or on another device, needs no alert. */
const readingMs = 800;

/** Counts what is unread in the title of the tab, and says by sound and by the desktop when it becomes more. */
export function useUnreadAlert(count: number | undefined): void {
  const t = useText();
  const before = useRef<number>(undefined);
  const latest = useRef(count);
  useEffect(() => {
    latest.current = count;
    unreadCount.set(count ?? 0);
    const known = before.current;
    before.current = count;
    if (count === undefined || known === undefined || count <= known) return;
    setTimeout(() => {
      const unread = latest.current ?? 0;
      if (unread <= known) return;
      const words = { title: t('shell.alert_title'), text: t('shell.alert_text', { count: unread }) };
      alertOnce(words, document.visibilityState === 'hidden').catch((error: unknown) =>
        console.error('Error telling of a message', error),
      );
    }, readingMs);
  }, [count, t]);
  useEffect(() => () => unreadCount.set(0), []);
}
