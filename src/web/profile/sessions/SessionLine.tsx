import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '#web/ui/tables/Lines.module.css';
import { icon } from '#web/ui/icon.ts';
import { Sign } from '#web/ui/rows/Row.tsx';
import type { Session } from './sessions-query.ts';
import { ProofDialog } from '../factor/ProofDialog.tsx';
import { useEndSessions } from './use-end-sessions.ts';

/** One device that is signed in. */
export function SessionLine({ session }: { session: Session }) {
  const t = useText();
  const name = session.device ?? t('profile.device_unknown');
  const [isConfirming, setIsConfirming] = useState(false);
  const end = useEndSessions();
  const Device = /iPhone|iPad|Android/.test(name) ? Smartphone : Monitor;
  return (
    <li className={styles.line}>
      <Sign>
        <Device {...icon} />
      </Sign>
      <div className={styles.text}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {session.current && <Badge>{t('profile.session_current')}</Badge>}
          {session.issued_by_staff && <Badge tone="warning">{t('profile.session_by_staff')}</Badge>}
        </p>
        <p className={cx(flowStyles.facts, styles.facts)}>
          {session.address && <bdi>{session.address}</bdi>}
          <span>
            <RelativeTime at={session.last_seen_at} within="profile.session_used" />
          </span>
          <span>
            <DateTime at={session.created_at} within="profile.session_since" />
          </span>
        </p>
      </div>
      {!session.current && (
        <>
          <Button
            size="small"
            aria-label={t('profile.session_end_of', { device: name })}
            onClick={() => setIsConfirming(true)}
          >
            {t('profile.session_end')}
          </Button>
          <ProofDialog
            open={isConfirming}
            title={t('profile.session_end_of', { device: name })}
            text={t('profile.session_end_text')}
            confirmText={t('profile.session_end')}
            action={async (proof) => {
              await end({ session_id: session.id, ...proof });
              setIsConfirming(false);
            }}
            onClose={() => setIsConfirming(false)}
          />
        </>
      )}
    </li>
  );
}
