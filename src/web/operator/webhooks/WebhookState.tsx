import type { Webhook } from '#contract/operator/webhooks.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import styles from '../Operator.module.css';

const tones = { active: 'neutral', off: 'neutral', disabled: 'negative' } as const;

/** Whether it is on. */
export function WebhookState({ subject }: { subject: Webhook }) {
  const t = useText();
  return <State tone={tones[subject.state]}>{t(`operator.webhook_${subject.state}`)}</State>;
}

/** Where it leads and how it goes. */
export function WebhookFacts({ subject }: { subject: Webhook }) {
  const t = useText();
  const { url, failing_since: since, last_delivered_at: at, former_secret_until: until, waiting } = subject;
  return (
    <div className={lines.facts}>
      <bdi className={styles.code} translate="no">
        {url}
      </bdi>
      {since && (
        <span className={styles.failing}>
          <DateTime at={since} within="operator.failing" />
        </span>
      )}
      {at && (
        <span>
          <RelativeTime at={at} within="operator.arrived" />
        </span>
      )}
      {!at && !since && <span>{t('operator.nothing_sent')}</span>}
      {waiting > 0 && <span>{t('operator.waiting', { count: waiting })}</span>}
      {until && (
        <span>
          <DateTime at={until} within="operator.former_until" />
        </span>
      )}
    </div>
  );
}
