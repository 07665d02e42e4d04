import type { NotificationSettings } from '#contract/notifications/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TimeField } from '#web/platform/forms/dates/TimeField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Switch } from '#web/ui/forms/CheckboxField.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../Form.module.css';
import { preferencesQuery } from './preferences-query.ts';
import { showResponse } from '#web/platform/api/show-response.ts';

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * When emails are sent that are not urgent: never in the quiet hours, and together once a day for those who choose it.
 */
export function HoursForm({ settings }: { settings: NotificationSettings }) {
  const t = useText();
  const { queryKey } = preferencesQuery(useLanguage());
  const zone = ownZone();
  const form = useCallForm({
    isQuiet: settings.quiet !== null,
    from: settings.quiet?.from ?? '22:00',
    to: settings.quiet?.to ?? '07:00',
    digest: settings.digest,
    quiet: '',
  });
  const save = form.submit(async ({ isQuiet, from, to, digest }) => {
    const body = { time_zone: zone, quiet: isQuiet ? { from, to } : null, digest };
    showResponse(queryKey, await call('POST /api/notifications/hours', { body }));
    toast({ text: t('common.m42_save_ok') });
  });
  return (
    <form noValidate className={flowStyles.stack} onSubmit={save}>
      <p>{t('notifications.hours_note')}</p>
      <Switch label={t('notifications.digest')} {...form.tick('digest')} />
      <Switch label={t('notifications.quiet')} {...form.tick('isQuiet')} />
      {form.values.isQuiet && (
        <>
          <div className={flowStyles.pair}>
            <TimeField required label={t('notifications.quiet_from')} {...form.field('from')} />
            <TimeField
              required
              label={t('notifications.quiet_to')}
              {...form.field('to')}
              error={form.field('to').error ?? form.field('quiet').error}
            />
          </div>
          <p>{t('notifications.time_zone', { zone })}</p>
        </>
      )}
      <FormErrors messages={form.messages} />
      <Button type="submit" variant="primary" className={styles.submit} busy={form.busy}>
        {t('common.save')}
      </Button>
    </form>
  );
}
