import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { unreadQuery } from '#web/platform/api/list-queries.ts';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './ChatBox.module.css';
import { useUnreadAlert } from './use-unread-alert.ts';

/** The box itself and its texts come when it is first opened. */
const ChatPanel = lazy(async () => {
  const [{ ChatPanel: panel }] = await Promise.all([import('./ChatPanel.tsx'), loadTexts('chats', 'tickets')]);
  return { default: panel };
});

/**
 * The client's link to support on every screen: a button with the number of unread messages, and the box that it opens.
 */
export function ChatBox() {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const { data } = useQuery(unreadQuery);
  const unread = data?.chats ?? 0;
  useUnreadAlert(data && data.chats + data.tickets);
  if (isOpen) {
    return (
      <Suspense
        fallback={
          <div className={styles.box}>
            <p className={styles.waiting} role="status">
              <Spinner /> {t('common.loading')}
            </p>
          </div>
        }
      >
        <ChatPanel
          onClose={() => {
            wasOpen.current = true;
            setIsOpen(false);
          }}
        />
      </Suspense>
    );
  }
  return (
    <button
      // After the box is closed, the focus is back on its button.
      ref={(button) => {
        if (wasOpen.current) button?.focus();
      }}
      type="button"
      className={styles.launcher}
      onClick={() => setIsOpen(true)}
    >
      <MessageCircle size={22} aria-hidden />
      <VisuallyHidden>{unread > 0 ? t('shell.chat_unread', { count: unread }) : t('shell.chat_open')}</VisuallyHidden>
      {unread > 0 && (
        <span className={styles.badge} aria-hidden>
          {unread}
        </span>
      )}
    </button>
  );
}
