import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import styles from './UnsentNotice.module.css';
import { useUnsent } from '../../talk/unsent-messages.ts';

interface UnsentNoticeProps {
  /** The path to a conversation for staff, and its client where known. */
  wayTo: (roomId: string) => { to: Path; name: string | undefined };
}

/** Says that words of the reader have not got through yet, and leads to them. */
export function UnsentNotice({ wayTo }: UnsentNoticeProps) {
  const t = useText();
  const unsent = useUnsent();
  const count = unsent.reduce((sum, each) => sum + each.count, 0);
  return (
    <div role="status" className={styles.notice}>
      {count > 0 && (
        <Alert tone="warning" title={t('chats.unsent', { count })}>
          {unsent.map(({ roomId }) => {
            const { to, name } = wayTo(roomId);
            return (
              <p key={roomId}>
                <Link to={to}>{name === undefined ? t('chats.open_unsent') : <bdi>{name}</bdi>}</Link>
              </p>
            );
          })}
        </Alert>
      )}
    </div>
  );
}
