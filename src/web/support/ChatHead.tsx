import { Mail, X } from 'lucide-react';
import type { ChatRoom } from '#contract/support/endpoints.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { AlertSwitches } from './AlertSwitches.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './ChatBox.module.css';
import { SupportState } from './SupportState.tsx';

/** Who is there, and what may be done with the chat as a whole. */
export function ChatHead({ room, onClose }: { room: ChatRoom | undefined; onClose: () => void }) {
  const t = useText();
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h2>{t('chats.box')}</h2>
        <IconButton label={t('common.m167_close')} onClick={onClose}>
          <X {...icon} />
        </IconButton>
      </div>
      <div className={styles.line}>
        <p className={textStyles.soft}>
          <SupportState roomId={room?.id} />
        </p>
        <AlertSwitches />
        {room && room.last_seq > 0 && (
          <IconButton
            label={t('chats.transcript')}
            onClick={() => emailTranscript(room.id, t('chats.transcript_sent'))}
          >
            <Mail {...icon} />
          </IconButton>
        )}
      </div>
    </header>
  );
}

function emailTranscript(id: string, sent: string): void {
  call('POST /api/chat/rooms/:id/transcript', { params: { id }, body: {} }).then(
    () => toast({ text: sent }),
    (error: unknown) => error instanceof ApiError && toast({ text: error.message, tone: 'negative' }),
  );
}
