import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Distance, When } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from '#web/ui/Lines.module.css';
import { icon } from '#web/ui/icon.ts';
import type { Session } from './sessions-query.ts';
import { ProofDialog } from './factor/ProofDialog.tsx';
import { useEndSessions } from './use-end-sessions.ts';

/** One device that is signed in. */
export function SessionLine({ session }: { session: Session }) {
  const t = useText();
  const name = session.device ?? t('settings.device_unknown');
  const [isAsking, setIsAsking] = useState(false);
  const end = useEndSessions();
  const Device = /iPhone|iPad|Android/.test(name) ? Smartphone : Monitor;
  return (
    <li className={styles.line}>
      <Device {...icon} />
      <div className={styles.text}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {session.current && <Badge tone="positive">{t('settings.session_current')}</Badge>}
          {session.issued_by_staff && <Badge tone="warning">{t('settings.session_by_staff')}</Badge>}
        </p>
        <p className={styles.facts}>
          {session.address && <bdi>{session.address}</bdi>}
          <span>
            <Distance at={session.last_seen_at} within="settings.session_used" />
          </span>
          <span>
            <When at={session.created_at} within="settings.session_since" />
          </span>
        </p>
      </div>
      {!session.current && (
        <>
          <Button
            size="small"
            aria-label={t('settings.session_end_of', { device: name })}
            onClick={() => setIsAsking(true)}
          >
            {t('settings.session_end')}
          </Button>
          <ProofDialog
            open={isAsking}
            title={t('settings.session_end_of', { device: name })}
            text={t('settings.session_end_text')}
            confirmText={t('settings.session_end')}
            act={async (proof) => {
              await end({ session_id: session.id, ...proof });
              setIsAsking(false);
            }}
            onClose={() => setIsAsking(false)}
          />
        </>
      )}
    </li>
  );
}
