import { useState } from 'react';
import type { Webhook } from '#contract/operator-webhooks.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useAct } from '#web/platform/forms/use-async-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import styles from '../Operator.module.css';
import { RotateDialog } from '../RotateDialog.tsx';
import { SecretDialog } from '../SecretDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { webhooksQuery } from './webhooks-query.ts';

/** What may be done with an endpoint. */
export function WebhookActs({ subject }: { subject: Webhook }) {
  const t = useText();
  const { isBusy, act } = useAct();
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'remove'>();
  const [secret, setSecret] = useState<string>();
  const which = { webhook_id: subject.id };
  const { name } = subject;
  const done = async (said?: string) => {
    setAsked(undefined);
    await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    if (said) toast({ text: said });
  };
  const test = async () => {
    await call('POST /api/staff/operator/webhooks/test', { body: which });
    await done(t('operator.test_sent'));
  };
  const isOn = subject.state === 'active';
  const turn = async () => {
    await call('POST /api/staff/operator/webhooks/switch', { body: { ...which, on: !isOn } });
    await done();
  };
  return (
    <div className={styles.acts}>
      {isOn && (
        <Button busy={isBusy} onClick={() => act(test)}>
          {t('operator.test')}
        </Button>
      )}
      <Button busy={isBusy} onClick={() => act(turn)}>
        {t(isOn ? 'operator.switch_off' : 'operator.switch_on')}
      </Button>
      <Button onClick={() => setAsked('edit')}>{t('operator.edit')}</Button>
      <Button onClick={() => setAsked('rotate')}>{t('operator.rotate')}</Button>
      <Button onClick={() => setAsked('remove')}>{t('operator.remove')}</Button>
      {asked === 'edit' && (
        <WebhookDialog
          subject={subject}
          onClose={() => setAsked(undefined)}
          onDone={() => done(t('operator.webhook_changed'))}
        />
      )}
      {asked === 'rotate' && (
        <RotateDialog
          name={name}
          onClose={() => setAsked(undefined)}
          act={async (wish) => {
            const made = await call('POST /api/staff/operator/webhooks/rotate', { body: { ...which, ...wish } });
            setSecret(made.secret);
            await done();
          }}
        />
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={t('operator.remove_of', { name })}
          explained={t('operator.remove_text')}
          confirmText={t('operator.remove')}
          onClose={() => setAsked(undefined)}
          act={async () => {
            await call('POST /api/staff/operator/webhooks/remove', { body: which });
            await done(t('operator.removed'));
          }}
        />
      )}
      <SecretDialog title={t('operator.webhook_secret')} secret={secret} onClose={() => setSecret(undefined)} />
    </div>
  );
}
