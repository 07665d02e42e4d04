import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffClient } from '#contract/staff-clients.ts';
import { call } from '#web/platform/api/api.ts';
import { ClosingBlockers } from '#web/platform/session/ClosureBlockers.tsx';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { finishClientAct } from '../finish-client-action.ts';
import styles from './Client.module.css';
import { mayGuard } from './may.ts';

const closingQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', 'closing', id],
    queryFn: () => call('POST /api/staff/clients/closing', { body: { client_id: id } }),
  });

/** Whether the client leaves or has left, and what stands in the way; nothing of one who stays. */
export function ClosingCard({ client }: { client: StaffClient }) {
  const t = useText();
  const user = useSignedIn();
  const [isActing, setIsActing] = useState(false);
  const { data } = useQuery(closingQuery(client.id));
  if (!data || (!data.wish && data.closed_at === null)) return null;
  const { wish, blockers } = data;
  const act = wish ? 'keep' : 'reopen';
  return (
    <Card title={t('staff.closing_title')}>
      <div className={styles.stack}>
        <div>
          {wish ? (
            <>
              <p>
                <When at={wish.asked_at} within="staff.closing_asked" />
              </p>
              <p>
                <When at={wish.closes_at} within="staff.closing_on" />
              </p>
              {wish.reason && <p>{t('staff.closing_because', { reason: t(`shell.closing_reason_${wish.reason}`) })}</p>}
            </>
          ) : (
            <p>
              <When at={data.closed_at ?? ''} within="staff.closing_done" />
            </p>
          )}
        </div>
        {wish && blockers.length > 0 && (
          <div>
            <p>{t('staff.closing_blockers')}</p>
            <ClosingBlockers blockers={blockers} />
          </div>
        )}
        {mayGuard(user) && client.id !== user.id && (
          <div className={styles.acts}>
            <Button onClick={() => setIsActing(true)}>{t(`staff.closing_${act}`)}</Button>
          </div>
        )}
      </div>
      {isActing && <ClosingActDialog client={client} act={act} onClose={() => setIsActing(false)} />}
    </Card>
  );
}

interface ClosingActProps {
  client: StaffClient;
  act: 'keep' | 'reopen';
  onClose: () => void;
}

/** Keeps the account for the client, or opens a closed one again. */
function ClosingActDialog({ client, act, onClose }: ClosingActProps) {
  const t = useText();
  const form = useCallForm({ reason: '' });
  const save = form.submit(async ({ reason }) => {
    await call(`POST /api/staff/clients/closing/${act}`, { body: { client_id: client.id, reason } });
    await finishClientAct(t(`staff.closing_${act}_done`), onClose);
  });
  return (
    <FormDialog
      title={t(`staff.closing_${act}`)}
      confirmText={t(`staff.closing_${act}`)}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t(`staff.closing_${act}_explained`)}</p>
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
    </FormDialog>
  );
}
