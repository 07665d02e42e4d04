import { useState } from 'react';
import type { StaffClient } from '#contract/staff/clients.ts';
import type { StaffDealing } from '#contract/staff/dealing.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Client.module.css';
import { DealingDialog, EndDealingDialog } from './DealingDialogs.tsx';
import { mayGuard } from './may.ts';

type Exception = StaffDealing['exceptions'][number];

/** For a person who sees offerings by their roles: the exceptions by which they may deal on their own account. */
export function DealingCard({ client }: { client: StaffClient }) {
  const t = useText();
  const user = useSignedIn();
  const [proposing, setProposing] = useState(false);
  const [ending, setEnding] = useState<Exception | null>(null);
  const { restricted, restricted_until: until, exceptions } = client.dealing;
  if (!restricted && exceptions.length === 0) return null;
  const mayDecide = mayGuard(user) && client.id !== user.id;
  return (
    <Card title={t('staff.dealing')}>
      <div className={styles.form}>
        {restricted && (
          <p>
            <State tone="warning">{t('staff.dealing_restricted')}</State>{' '}
            {until ? (
              <DateTime at={until} within="staff.dealing_restricted_until" />
            ) : (
              t('staff.dealing_restricted_text')
            )}
          </p>
        )}
        {exceptions.length === 0 && <p>{t('staff.dealing_none')}</p>}
        {exceptions.map((exception) => (
          <ExceptionLine key={exception.id} exception={exception} onEnd={mayDecide ? setEnding : undefined} />
        ))}
        {mayDecide && (
          <div className={styles.acts}>
            <Button onClick={() => setProposing(true)}>{t('staff.dealing_propose')}</Button>
          </div>
        )}
      </div>
      {proposing && <DealingDialog client={client} onClose={() => setProposing(false)} />}
      {ending && <EndDealingDialog client={client} exception={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

interface ExceptionLineProps {
  exception: Exception;
  onEnd: ((exception: Exception) => void) | undefined;
}

function ExceptionLine({ exception, onEnd }: ExceptionLineProps) {
  const t = useText();
  const format = useFormat();
  const { scope, offering, until, reason, proposed_by: author, approved_by: second, at } = exception;
  const what = offering?.name ?? t(`staff.dealing_${scope}`);
  return (
    <div>
      <p>
        <State>{t('staff.dealing_exception')}</State> <bdi>{what}</bdi> ·{' '}
        {t('staff.override_until', { date: format.day(until) })} · <bdi>{reason}</bdi>
      </p>
      <p className={textStyles.soft}>
        <bdi>{author}</bdi> · <bdi>{second}</bdi> · <DateTime at={at} />
      </p>
      {onEnd && (
        <Button size="small" aria-label={`${t('staff.dealing_end')}: ${what}`} onClick={() => onEnd(exception)}>
          {t('staff.dealing_end')}
        </Button>
      )}
    </div>
  );
}
