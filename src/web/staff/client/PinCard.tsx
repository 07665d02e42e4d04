import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { showResponse } from '#web/platform/api/show-response.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './Client.module.css';

/** Verifies who is calling, by the PIN that only the client's own screen has shown. */
export function PinCard({ client: { id } }: { client: Pick<StaffClient, 'id'> }) {
  const t = useText();
  const query = queryOptions({
    queryKey: ['clients', 'pin', id],
    queryFn: () => call('POST /api/staff/clients/pin', { body: { client_id: id } }),
  });
  const { data } = useQuery(query);
  const form = useCallForm({ pin: '' });
  const check = form.submit(async ({ pin }) => {
    const { confirmed } = await call('POST /api/staff/clients/pin/check', { body: { client_id: id, pin } });
    form.reset();
    showResponse(query.queryKey, { confirmed });
  });
  return (
    <Card title={t('staff.pin_title')}>
      <form className={flowStyles.stack12} noValidate onSubmit={check}>
        <p>{t('staff.pin_text')}</p>
        <FormErrors messages={form.messages} />
        {form.successful && (
          <Alert tone="positive" role="status">
            <p>{t('staff.pin_confirmed')}</p>
          </Alert>
        )}
        <div className={styles.check}>
          <TextField
            {...form.field('pin')}
            label={t('staff.pin')}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            maxLength={9}
            required
          />
          <Button type="submit" busy={form.busy}>
            {t('staff.pin_check')}
          </Button>
        </div>
        {data?.confirmed && (
          <p className={textStyles.soft}>
            <DateTime at={data.confirmed.at} within="staff.pin_last" /> <bdi>{data.confirmed.by}</bdi>
          </p>
        )}
      </form>
    </Card>
  );
}
