import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { ClosureBlockers } from '#web/platform/session/ClosureBlockers.tsx';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../finish-client-action.ts';
import styles from './Client.module.css';
import { mayGuard } from './may.ts';

const closureQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', 'closing', id],
    queryFn: () => call('POST /api/staff/clients/closure', { body: { client_id: id } }),
  });

/** Whether the client leaves or has left, and what blocks it; nothing for a client who stays. */
export function ClosureCard({ client }: { client: StaffClient }) {
  const t = useText();
  const user = useSignedIn();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useQuery(closureQuery(client.id));
  if (!data || (!data.request && data.closed_at === null)) return null;
  const { request, blockers } = data;
  const action = request ? 'cancel' : 'reopen';
  return (
    <Card title={t('staff.closure_title')}>
      <div className={styles.stack}>
        <div>
          {request ? (
            <>
              <p>
                <DateTime at={request.requested_at} within="staff.closure_asked" />
              </p>
              <p>
                <DateTime at={request.closes_at} within="staff.closure_on" />
              </p>
              {request.reason && (
                <p>{t('staff.closure_because', { reason: t(`shell.closure_reason_${request.reason}`) })}</p>
              )}
            </>
          ) : (
            <p>
              <DateTime at={data.closed_at ?? ''} within="staff.closure_done" />
            </p>
          )}
        </div>
        {request && blockers.length > 0 && (
          <div>
            <p>{t('staff.closure_blockers')}</p>
            <ClosureBlockers blockers={blockers} />
          </div>
        )}
        {mayGuard(user) && client.id !== user.id && (
          <div className={styles.acts}>
            <Button onClick={() => setIsBusy(true)}>{t(`staff.closure_${action}`)}</Button>
          </div>
        )}
      </div>
      {isBusy && <ClosureActionDialog client={client} action={action} onClose={() => setIsBusy(false)} />}
    </Card>
  );
}

interface ClosureActionProps {
  client: StaffClient;
  action: 'cancel' | 'reopen';
  onClose: () => void;
}

/** Keeps the account for the client, or opens a closed one again. */
function ClosureActionDialog({ client, action, onClose }: ClosureActionProps) {
  const t = useText();
  const form = useCallForm({ reason: '' });
  const save = form.submit(async ({ reason }) => {
    await call(`POST /api/staff/clients/closure/${action}`, { body: { client_id: client.id, reason } });
    await finishClientAction(t(`staff.closure_${action}_done`), onClose);
  });
  return (
    <FormDialog
      title={t(`staff.closure_${action}`)}
      confirmText={t(`staff.closure_${action}`)}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t(`staff.closure_${action}_explained`)}</p>
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
    </FormDialog>
  );
}
