import type { OperatorKey } from '#contract/operator/keys.ts';
import { scopeOfTwo } from '#contract/operator/names.ts';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { KeyRequest, ScopeBadges } from '#web/approvals/KeyRequest.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../Operator.module.css';

interface KeyLineProps {
  subject: OperatorKey;
  /** While it waits for a second administrator. */
  approvalRequest: ApprovalRequestOf<'api_key'> | undefined;
  onLimit: () => void;
  onRotate: () => void;
  onTakeOver: () => void;
  onRevoke: () => void;
}

const tones = {
  active: 'neutral',
  waiting: 'warning',
  vacant: 'warning',
  ended: 'neutral',
  revoked: 'negative',
} as const;

/** One key with what it may and when it was used. */
export function KeyLine({ subject, approvalRequest, onLimit, onRotate, onTakeOver, onRevoke }: KeyLineProps) {
  const t = useText();
  const { name, state, scopes, secrets, addresses, is_yours: isYours } = subject;
  const isOpen = state === 'active' || state === 'waiting' || state === 'vacant';
  const mayTakeOver = isOpen && state !== 'waiting' && !approvalRequest && !isYours;
  const isOfTwo = scopes.includes(scopeOfTwo);
  return (
    <li className={styles.line}>
      <p className={lines.name}>
        <bdi>{name}</bdi>
        <State tone={tones[state]}>{t(`operator.key_${state}`)}</State>
      </p>
      <ScopeBadges scopes={scopes} />
      <div className={lines.facts}>
        {secrets.map(({ hint, ends_at: until }) => (
          <span key={hint}>
            <bdi className={styles.code} translate="no">
              {hint}…
            </bdi>{' '}
            {until && <DateTime at={until} within="operator.secret_until" />}
          </span>
        ))}
        {addresses.length > 0 && (
          <bdi className={styles.code} translate="no">
            {addresses.join(', ')}
          </bdi>
        )}
        <span>{t('operator.calls', { count: subject.calls_per_minute })}</span>
        <KeyTimes subject={subject} />
      </div>
      {approvalRequest && (
        <ApprovalRequestNote approvalRequest={approvalRequest}>
          <KeyRequest approvalRequest={approvalRequest} />
        </ApprovalRequestNote>
      )}
      {mayTakeOver && (state === 'vacant' || !isOfTwo) && (
        <p className={lines.facts}>
          {t(state === 'vacant' ? 'operator.vacant_text' : 'operator.held_text', { name: subject.held_by })}
        </p>
      )}
      {isOpen && (
        <div className={flowStyles.row}>
          {mayTakeOver && (
            <Button size="small" aria-label={t('operator.take_over_of', { name })} onClick={onTakeOver}>
              {t('operator.take_over')}
            </Button>
          )}
          {isYours && !isOfTwo && (
            <Button size="small" aria-label={t('operator.rotate_of', { name })} onClick={onRotate}>
              {t('operator.rotate')}
            </Button>
          )}
          <Button size="small" aria-label={t('operator.limit_of', { name })} onClick={onLimit}>
            {t('operator.limit')}
          </Button>
          <Button size="small" aria-label={t('operator.revoke_of', { name })} onClick={onRevoke}>
            {t('operator.revoke')}
          </Button>
        </div>
      )}
    </li>
  );
}

function KeyTimes({ subject }: { subject: OperatorKey }) {
  const t = useText();
  const { created_at: at, ends_at: until, last_used_at: usedAt, last_used_from: from, held_by: by } = subject;
  return (
    <>
      <span>
        <DateTime at={at} as="date" within="operator.made_on" />
      </span>
      <span>{t('operator.held_by', { name: by })}</span>
      {until && (
        <span>
          <DateTime at={until} within="operator.until" />
        </span>
      )}
      <span>
        {usedAt ? (
          <>
            <RelativeTime at={usedAt} within="operator.used" /> · <bdi className={styles.code}>{from}</bdi>
          </>
        ) : (
          t('operator.unused')
        )}
      </span>
    </>
  );
}
