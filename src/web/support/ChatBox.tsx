import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { unreadQuery } from '#web/platform/api/list-queries.ts';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import styles from './ChatBox.module.css';
import { setChatOpen, useChatIsOpen } from './chat-store.ts';
import { useUnreadAlert } from './use-unread-alert.ts';

/** The box itself and its texts come when it is first opened. */
const ChatPanel = lazy(async () => {
  const [{ ChatPanel: panel }] = await Promise.all([import('./ChatPanel.tsx'), loadTexts('chats', 'tickets')]);
  return { default: panel };
});

const close = () => setChatOpen(false);

/** The client's talk with support, on every screen: beside the screen where there is space, else above it. */
export function ChatBox() {
  const t = useText();
  const isOpen = useChatIsOpen();
  const { data } = useQuery(unreadQuery);
  useUnreadAlert(data && data.chats + data.tickets);
  // The next person to sign in begins with it closed.
  useEffect(() => close, []);
  if (!isOpen) return null;
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
      <ChatPanel onClose={close} />
    </Suspense>
  );
}
