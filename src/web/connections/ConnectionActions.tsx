import { useState } from 'react';
import type { Connection, ConnectionAdapter } from '#contract/connections/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { refreshConnections } from './connections-query.ts';
import { EndRequestDialog } from './EndRequestDialog.tsx';
import { UseDialog } from './UseDialog.tsx';

interface ConnectionActionsProps {
  subject: Connection;
  adapter: ConnectionAdapter;
  /** Whether it waits for another person. */
  isRequested: boolean;
}

/** What an administrator may do with a connection. */
export function ConnectionActions({ subject, adapter, isRequested }: ConnectionActionsProps) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const [open, setOpen] = useState<'edit' | 'use' | 'off' | 'remove'>();
  const close = () => setOpen(undefined);
  const test = async () => {
    await call('POST /api/staff/connections/test', { body: { connection_id: subject.id } });
    await refreshConnections();
  };
  const isOn = subject.state === 'on';
  const end = isOn ? 'off' : 'remove';
  const endTakesTwo = isOn ? subject.off_takes_two : subject.removal_takes_two;
  const isEndable = isOn || subject.undecided_payments === 0;
  const isChanged = !isOn || subject.draft !== null || subject.secrets.some(({ waiting }) => waiting);
  const isTested = subject.probe !== null && subject.probe.ok && subject.probe.current;
  return (
    <div className={flowStyles.row}>
      <Button size="small" busy={isBusy} onClick={() => run(test)}>
        {t('connections.test')}
      </Button>
      {isChanged && isTested && !isRequested && (
        <Button size="small" variant="primary" onClick={() => setOpen('use')}>
          {t('connections.use')}
        </Button>
      )}
      <Button size="small" onClick={() => setOpen('edit')}>
        {t('connections.edit')}
      </Button>
      {isEndable && !(endTakesTwo && isRequested) && (
        <Button size="small" onClick={() => setOpen(end)}>
          {t(isOn ? 'connections.switch_off' : 'connections.remove')}
        </Button>
      )}
      {open === 'edit' && <ConnectionDialog adapters={[adapter]} subject={subject} onClose={close} />}
      {open === 'use' && <UseDialog subject={subject} onClose={close} />}
      {open === end && endTakesTwo && <EndRequestDialog subject={subject} act={end} onClose={close} />}
      {open === end && !endTakesTwo && <EndDialog subject={subject} act={end} onClose={close} />}
    </div>
  );
}

const routes = {
  off: 'POST /api/staff/connections/switch-off',
  remove: 'POST /api/staff/connections/remove',
} as const;

function EndDialog({ subject, act, onClose }: { subject: Connection; act: 'off' | 'remove'; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({});
  const submit = form.submit(async () => {
    await call(routes[act], { body: { connection_id: subject.id } });
    await refreshConnections();
    onClose();
    toast({ text: t(act === 'off' ? 'connections.switched_off' : 'connections.removed') });
  });
  return (
    <FormDialog
      title={subject.name}
      confirmText={t(act === 'off' ? 'connections.switch_off' : 'connections.remove')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t(act === 'off' ? 'connections.switch_off_text' : 'connections.remove_text')}</p>
    </FormDialog>
  );
}
