import type { Delivery } from '#contract/operator/webhooks.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../Operator.module.css';
import { webhooksQuery } from './webhooks-query.ts';

const tones = { pending: 'warning', delivered: 'neutral', failed: 'negative' } as const;

/** One event that was sent, with each attempt and what came back. */
export function DeliveryLine({ delivery, canSend }: { delivery: Delivery; canSend: boolean }) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const { id, type, state, created_at: at, next_attempt_at: nextAt, attempts, payload } = delivery;
  const sendAgain = async () => {
    await call('POST /api/staff/operator/webhooks/send-again', { body: { delivery_id: id } });
    await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    toast({ text: t('operator.sent_again') });
  };
  return (
    <li className={styles.line}>
      <p className={lines.name}>
        <bdi className={styles.code} translate="no">
          {type}
        </bdi>
        <State tone={tones[state]}>{t(`operator.delivery_${state}`)}</State>
      </p>
      <div className={lines.facts}>
        <DateTime at={at} />
        <span>{t('operator.attempts', { count: attempts.length })}</span>
        {nextAt && (
          <span>
            <RelativeTime at={nextAt} within="operator.next_attempt" />
          </span>
        )}
      </div>
      <Disclosure label={t('operator.details')}>
        <div className={styles.inside}>
          <Attempts attempts={attempts} />
          <figure className={flowStyles.stack8}>
            <figcaption>{t('operator.sent')}</figcaption>
            <pre className={styles.payload} dir="ltr" translate="no">
              {payload}
            </pre>
          </figure>
        </div>
      </Disclosure>
      {canSend && (
        <div className={flowStyles.row}>
          <Button size="small" busy={isBusy} onClick={() => run(sendAgain)}>
            {t('operator.send_again')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Attempts({ attempts }: Pick<Delivery, 'attempts'>) {
  const t = useText();
  const format = useFormat();
  const formatAttempt = ({ status, failure, duration_ms: ms }: Delivery['attempts'][number]) =>
    status === null
      ? t(`operator.attempt_${failure === null || failure === 'status' ? 'connection' : failure}`)
      : t('operator.attempt_status', { status: String(status), ms: format.number(ms) });
  return (
    <ol className={flowStyles.stack8}>
      {attempts.map((attempt) => (
        <li key={attempt.at}>
          <p className={lines.facts}>
            <DateTime at={attempt.at} />
            <span>{formatAttempt(attempt)}</span>
          </p>
          {attempt.response && (
            <pre className={styles.payload} dir="ltr" translate="no" aria-label={t('operator.answered')}>
              {attempt.response}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}
