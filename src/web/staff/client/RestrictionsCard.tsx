import { useState } from 'react';
import { stoppableKinds } from '#contract/override-names.ts';
import type { StaffClient } from '#contract/staff-clients.ts';
import type { ClientOverrides } from '#contract/staff-overrides.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import styles from './Client.module.css';
import { mayGuard } from './may.ts';
import { ReleaseDialog, StopDialog } from './RestrictionDialogs.tsx';

/** Which payments of the client are stopped and why, and the acts that stop them or let them go on. */
export function StopsCard({ client, found }: { client: StaffClient; found: ClientOverrides }) {
  const t = useText();
  const user = useSignedIn();
  const [act, setAct] = useState<'stop' | 'release' | null>(null);
  const close = () => setAct(null);
  const stopped = stoppableKinds.filter((kind) => found[kind].stopped);
  return (
    <Card title={t('staff.stops')}>
      <div className={styles.form}>
        {stopped.length === 0 && <p>{t('staff.stops_none')}</p>}
        {stopped.map((kind) => (
          <Stopped key={kind} kind={kind} stop={found[kind].stopped} />
        ))}
        {mayGuard(user) && client.id !== user.id && (
          <div className={styles.acts}>
            <Button onClick={() => setAct('stop')}>{t('staff.stop_payments')}</Button>
            {stopped.length > 0 && <Button onClick={() => setAct('release')}>{t('staff.release_payments')}</Button>}
          </div>
        )}
      </div>
      {act === 'stop' && <StopDialog client={client} onClose={close} />}
      {act === 'release' && <ReleaseDialog client={client} kinds={stopped} onClose={close} />}
    </Card>
  );
}

interface StoppedProps {
  kind: 'deposit' | 'withdrawal';
  stop: ClientOverrides['deposit']['stopped'];
}

function Stopped({ kind, stop }: StoppedProps) {
  const t = useText();
  const format = useFormat();
  if (!stop) return null;
  const { reason, note, until, by, at } = stop;
  return (
    <div>
      <p>
        <Badge tone="negative">{t(`staff.stop_kind_${kind}`)}</Badge>{' '}
        {until !== null && <Badge tone="warning">{t('staff.override_until', { date: format.day(until) })}</Badge>}{' '}
        {reason.explanation}
      </p>
      {note && (
        <p className={styles.text} dir="auto">
          {note}
        </p>
      )}
      <p className={styles.soft}>
        <bdi>{by}</bdi> · <When at={at} />
      </p>
    </div>
  );
}
