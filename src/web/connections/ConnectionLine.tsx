import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { Connection, ConnectionAdapter } from '#contract/connections/endpoints.ts';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { ConnectionRequest } from '#web/approvals/ConnectionRequest.tsx';
import { DateTime, RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { State } from '#web/ui/State.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import textStyles from '#web/ui/Text.module.css';
import { nameKeyOf } from './adapter-texts.ts';
import { ConnectionActions } from './ConnectionActions.tsx';
import styles from './Connections.module.css';
import { ProbeSteps } from './ProbeSteps.tsx';

interface ConnectionLineProps {
  subject: Connection;
  /** Missing when this version of the product no longer has it. */
  adapter: ConnectionAdapter | undefined;
  isAdmin: boolean;
  approvalRequest: ApprovalRequestOf<'connection'> | undefined;
}

/** One connection: what it is, how it is, and what may be done with it. */
export function ConnectionLine({ subject, adapter, isAdmin, approvalRequest }: ConnectionLineProps) {
  const t = useText();
  const { name, port, state, failing, draft, value, probe } = subject;
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <div>
          <p className={lines.name}>
            <bdi>{name}</bdi>
            <State tone={state === 'on' ? 'accent' : 'neutral'}>{t(`connections.state_${state}`)}</State>
            {failing && <State tone="negative">{t('connections.failing')}</State>}
            {draft && value && <State tone="warning">{t('connections.changed')}</State>}
          </p>
          <p className={lines.facts}>
            <span>{t(`connections.port_${port}`)}</span>
            {adapter && <span>{t(nameKeyOf(adapter.name))}</span>}
          </p>
          <Health subject={subject} />
          {isAdmin && state === 'off' && subject.undecided_payments > 0 && (
            <p className={textStyles.soft}>{t('connections.remove_later')}</p>
          )}
        </div>
        {isAdmin && adapter && (
          <ConnectionActions subject={subject} adapter={adapter} isRequested={approvalRequest !== undefined} />
        )}
      </div>
      {approvalRequest && (
        <ApprovalRequestNote approvalRequest={approvalRequest}>
          <ConnectionRequest approvalRequest={approvalRequest} />
        </ApprovalRequestNote>
      )}
      {probe && <ProbeSteps probe={probe} />}
      {subject.hook_url && (
        <div className={lines.facts}>
          <span>{t('connections.hook_url')}</span>
          <bdi className={styles.code} translate="no">
            {subject.hook_url}
          </bdi>
        </div>
      )}
    </li>
  );
}

function Health({ subject }: { subject: Connection }) {
  const t = useText();
  const { last_ok_at: okAt, last_failed_at: failedAt, last_failure: failure } = subject;
  const {
    waiting_events: waiting,
    failed_events: failed,
    refused_calls: refused,
    undecided_payments: pending,
    secrets,
  } = subject;
  return (
    <div className={lines.facts}>
      {okAt && <RelativeTime at={okAt} within="connections.last_ok" />}
      {failedAt && (
        <span>
          <RelativeTime at={failedAt} within="connections.last_failed" /> <bdi translate="no">{failure}</bdi>
        </span>
      )}
      {waiting > 0 && <span>{t('connections.waiting_events', { count: waiting })}</span>}
      {failed > 0 && <span className={styles.failing}>{t('connections.failed_events', { count: failed })}</span>}
      {pending > 0 && (
        <Link to={`/admin/money?view=all&connection=${subject.id}` as Path}>
          {t('connections.pending_payments', { count: pending })}
        </Link>
      )}
      {refused > 0 && <span>{t('connections.refused_calls', { count: refused })}</span>}
      {secrets
        .filter(({ ends_at: until }) => until !== null)
        .map(({ hint, ends_at: until }) => (
          <span key={hint}>
            <bdi translate="no">•••• {hint}</bdi> {until && <DateTime at={until} within="operator.secret_until" />}
          </span>
        ))}
    </div>
  );
}
