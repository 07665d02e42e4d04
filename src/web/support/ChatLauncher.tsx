import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { unreadQuery } from '#web/platform/api/list-queries.ts';
import { icon } from '#web/ui/icon.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './ChatLauncher.module.css';
import { setChatOpen, useChatIsOpen } from './chat-store.ts';

/** Opens the chat with support, and shows the number of unread messages. `word` is what it is called where space is short. */
export function ChatLauncher({ className, word }: { className: string | undefined; word?: string }) {
  const t = useText();
  const isOpen = useChatIsOpen();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const unread = useQuery(unreadQuery).data?.chats ?? 0;
  // After the box is closed, the focus is back on its button.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const name = unread > 0 ? t('shell.chat_unread', { count: unread }) : t('shell.chat_open');
  return (
    <button ref={button} type="button" className={className} aria-expanded={isOpen} onClick={() => setChatOpen(true)}>
      <span className={styles.sign}>
        <MessageCircle {...icon} />
        {unread > 0 && (
          <span className={styles.badge} aria-hidden>
            {unread}
          </span>
        )}
      </span>
      {word ? (
        <>
          {word}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </>
      ) : (
        <>
          <span aria-hidden>{t('shell.chat_open')}</span>
          <VisuallyHidden>{name}</VisuallyHidden>
        </>
      )}
    </button>
  );
}
