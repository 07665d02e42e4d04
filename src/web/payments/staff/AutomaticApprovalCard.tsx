import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { automaticApprovalQuery } from './queue-queries.ts';

/** What rules have approved today, and how one person switches them off; hidden where there were never any. */
export function AutomaticApprovalCard() {
  const t = useText();
  const { symbol } = useFormat();
  const { data } = useQuery(automaticApprovalQuery);
  const [stopping, setStopping] = useState(false);
  if (!data || data.version === null) return null;
  const { in_effect: inEffect, stopped, today } = data;
  return (
    <Card title={t('payments.rules_title')}>
      <div className={flowStyles.stack}>
        <p>{t('payments.rules_today', { count: today.count, usd: symbol(today.usd, 'USD') })}</p>
        {stopped && <p>{t('payments.rules_stopped', { by: stopped.by, reason: stopped.reason })}</p>}
        {inEffect && (
          <div>
            <Button onClick={() => setStopping(true)}>{t('payments.rules_stop')}</Button>
          </div>
        )}
      </div>
      {stopping && <StopDialog onClose={() => setStopping(false)} />}
    </Card>
  );
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const form = useCallForm({ reason: '' });
  const stop = form.submit(async ({ reason }) => {
    await call('POST /api/staff/settings/stop-approval', { body: { reason } });
    await queries.invalidateQueries({ queryKey: automaticApprovalQuery.queryKey });
    onClose();
  });
  return (
    <FormDialog
      title={t('payments.rules_title')}
      confirmText={t('payments.rules_stop')}
      form={form}
      onSubmit={stop}
      onClose={onClose}
    >
      <p>{t('payments.rules_stop_hint')}</p>
      <TextField {...form.field('reason')} label={t('payments.reason')} maxLength={300} required />
    </FormDialog>
  );
}
