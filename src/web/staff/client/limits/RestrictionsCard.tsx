import { useState } from 'react';
import { restrictableKinds } from '#contract/staff/override-names.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import type { ClientOverrides } from '#contract/staff/overrides.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Client.module.css';
import { mayGuard } from '../may.ts';
import { ReleaseDialog, RestrictDialog } from './RestrictionDialogs.tsx';

/** Which payments of the client are restricted and why, and the actions that restrict and release them. */
export function RestrictionsCard({ client, found }: { client: StaffClient; found: ClientOverrides }) {
  const t = useText();
  const user = useSignedIn();
  const [action, setAction] = useState<'stop' | 'release' | null>(null);
  const close = () => setAction(null);
  const restricted = restrictableKinds.filter((kind) => found[kind].restricted);
  return (
    <Card
      title={t('staff.restrictions')}
      actions={
        mayGuard(user) &&
        client.id !== user.id && (
          <>
            {restricted.length > 0 && (
              <Button size="small" onClick={() => setAction('release')}>
                {t('staff.lift_payment_restriction')}
              </Button>
            )}
            <Button size="small" onClick={() => setAction('stop')}>
              {t('staff.restrict_payments')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.form}>
        {restricted.length === 0 && <p>{t('staff.restrictions_none')}</p>}
        {restricted.map((kind) => (
          <Restricted key={kind} kind={kind} restriction={found[kind].restricted} />
        ))}
      </div>
      {action === 'stop' && <RestrictDialog client={client} onClose={close} />}
      {action === 'release' && <ReleaseDialog client={client} kinds={restricted} onClose={close} />}
    </Card>
  );
}

interface RestrictedProps {
  kind: 'deposit' | 'withdrawal';
  restriction: ClientOverrides['deposit']['restricted'];
}

function Restricted({ kind, restriction }: RestrictedProps) {
  const t = useText();
  const format = useFormat();
  if (!restriction) return null;
  const { reason, note, until, by, at } = restriction;
  return (
    <div>
      <p>
        <State tone="negative">{t(`staff.restriction_kind_${kind}`)}</State>{' '}
        {until !== null && <State tone="warning">{t('staff.override_until', { date: format.day(until) })}</State>}{' '}
        {reason.explanation}
      </p>
      {note && (
        <p className={textStyles.written} dir="auto">
          {note}
        </p>
      )}
      <p className={textStyles.soft}>
        <bdi>{by}</bdi> · <DateTime at={at} />
      </p>
    </div>
  );
}
