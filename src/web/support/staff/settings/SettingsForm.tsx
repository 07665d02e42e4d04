import type { SupportSettings } from '#contract/support/settings.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../SupportStaff.module.css';
import { supportSettingsQuery } from '../inbox-queries.ts';
import { HolidayField } from './HolidayField.tsx';
import { HoursFields } from './HoursFields.tsx';
import { draftOf, settingsOf, supportNumbers, supportTiers } from './draft.ts';
import { SettingsPreview } from './SettingsPreview.tsx';

const typingDelayMs = 400;

interface SettingsFormProps {
  settings: SupportSettings;
  version: number;
  mayChange: boolean;
}

/** Changes when support works and what it promises, with what that would mean for a client who asks now. */
export function SettingsForm({ settings, version, mayChange }: SettingsFormProps) {
  const t = useText();
  const form = useCallForm({ ...draftOf(settings), intervals: '', tiers: '' });
  const { intervals: _, tiers: __, ...draft } = form.values;
  const changed = settingsOf(draft);
  const settled = useDebounced(changed && JSON.stringify(changed), typingDelayMs);
  const errors = (['intervals', 'tiers'] as const).flatMap((name) => form.field(name).error ?? []);
  const submit = form.submit(async () => {
    if (!changed) return;
    await call('POST /api/staff/support/settings/save', { body: { ...changed, version } });
    toast({ text: t('chats.settings_saved') });
    await queries.invalidateQueries({ queryKey: supportSettingsQuery.queryKey });
  });
  const zones = [...new Set([settings.time_zone, ...Intl.supportedValuesOf('timeZone')])].toSorted();
  return (
    <form className={flowStyles.stack} noValidate onSubmit={submit}>
      <FormErrors messages={[...form.messages, ...errors]} />
      <fieldset className={styles.group} disabled={!mayChange}>
        <ComboField
          {...form.field('time_zone')}
          label={t('chats.setting_time_zone')}
          className={styles.zone}
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
      </fieldset>
      <HoursFields form={form} disabled={!mayChange} />
      <HolidayField
        value={form.values.holidays}
        onChange={(holidays) => form.set('holidays', holidays)}
        disabled={!mayChange}
      />
      <fieldset className={styles.group} disabled={!mayChange}>
        <legend>{t('chats.setting_tiers')}</legend>
        <div className={styles.fields}>
          {supportTiers.map((tier) => (
            <TextField
              key={tier}
              {...form.field(`tier_${tier}`)}
              label={t(`common.tier_${tier}`)}
              inputMode="numeric"
              dir="ltr"
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.group} disabled={!mayChange}>
        <legend>{t('chats.other_settings')}</legend>
        <div className={styles.fields}>
          {supportNumbers.map((name) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={t(`chats.setting_${name}`)}
              inputMode="numeric"
              dir="ltr"
            />
          ))}
          <TextField
            {...form.field('chat_to_ticket_minutes')}
            label={t('chats.setting_chat_to_ticket_minutes')}
            hint={t('chats.empty_is_never')}
            inputMode="numeric"
            dir="ltr"
          />
        </div>
      </fieldset>
      <SettingsPreview settings={settled ? (JSON.parse(settled) as SupportSettings) : null} />
      {mayChange && (
        <div className={flowStyles.foot}>
          <Button type="submit" variant="primary" busy={form.busy} disabled={!changed}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
