import { useState } from 'react';
import type { Webhook } from '#contract/operator/webhooks.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { RotateDialog } from '../RotateDialog.tsx';
import { SecretDialog } from '../SecretDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { webhooksQuery } from './webhooks-query.ts';

/** What may be done with an endpoint. */
export function WebhookActions({ subject }: { subject: Webhook }) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const [pending, setRequested] = useState<'edit' | 'rotate' | 'remove'>();
  const [secret, setSecret] = useState<string>();
  const which = { webhook_id: subject.id };
  const { name } = subject;
  const done = async (text?: string) => {
    setRequested(undefined);
    await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    if (text) toast({ text: text });
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
    <>
      {isOn && (
        <Button busy={isBusy} onClick={() => run(test)}>
          {t('operator.test')}
        </Button>
      )}
      <Button variant={isOn ? 'secondary' : 'primary'} busy={isBusy} onClick={() => run(turn)}>
        {t(isOn ? 'operator.switch_off' : 'operator.switch_on')}
      </Button>
      <Button onClick={() => setRequested('edit')}>{t('operator.edit')}</Button>
      <Menu
        label={t('common.more_acts')}
        acts={[
          { label: t('operator.rotate'), onChoose: () => setRequested('rotate') },
          { label: t('operator.remove'), danger: true, onChoose: () => setRequested('remove') },
        ]}
      />
      {pending === 'edit' && (
        <WebhookDialog
          subject={subject}
          onClose={() => setRequested(undefined)}
          onDone={() => done(t('operator.webhook_changed'))}
        />
      )}
      {pending === 'rotate' && (
        <RotateDialog
          name={name}
          onClose={() => setRequested(undefined)}
          action={async (input) => {
            const made = await call('POST /api/staff/operator/webhooks/rotate', { body: { ...which, ...input } });
            setSecret(made.secret);
            await done();
          }}
        />
      )}
      {pending === 'remove' && (
        <ConfirmDialog
          title={t('operator.remove_of', { name })}
          explained={t('operator.remove_text')}
          confirmText={t('operator.remove')}
          onClose={() => setRequested(undefined)}
          action={async () => {
            await call('POST /api/staff/operator/webhooks/remove', { body: which });
            await done(t('operator.removed'));
          }}
        />
      )}
      <SecretDialog title={t('operator.webhook_secret')} secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}
