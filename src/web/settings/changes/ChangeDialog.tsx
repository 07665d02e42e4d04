import { useState } from 'react';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { SettingKey, OpenKey } from '#contract/settings/names.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { BrandPreview } from '../BrandPreview.tsx';
import { firstBrandOf } from '../setting-value.ts';
import { refreshSettings } from '../settings-queries.ts';
import { nameKeyOf } from '../names.ts';
import { ValueField } from '../ValueField.tsx';

interface ChangeDialogProps {
  setting: Setting & { key: OpenKey };
  /** What holds of the others, for the preview. */
  values: SettingValues;
  currencies: readonly string[];
  onClose: () => void;
}

const shown: ReadonlySet<SettingKey> = new Set(['brand.name', 'brand.color', 'brand.logo_light', 'brand.logo_dark']);

/** Changes a setting that is not protected, with a reason. */
export function ChangeDialog({ setting, values, currencies, onClose }: ChangeDialogProps) {
  const t = useText();
  const { key, version } = setting;
  const [value, setValue] = useState(setting.value);
  const form = useCallForm({ value: '', reason: '' });
  const name = t(nameKeyOf(key));
  const change = (next: unknown) => {
    setValue(next);
    form.set('value', '');
  };
  const submit = form.submit(async ({ reason }) => {
    await call('POST /api/staff/settings/save', { body: { key, value, version, reason } }).finally(refreshSettings);
    toast({ text: t('settings.saved', { name }) });
    onClose();
  });
  return (
    <FormDialog
      wide
      title={t('settings.change_this', { name })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <ValueField
        settingKey={key}
        value={value}
        label={name}
        hint={t(`${nameKeyOf(key)}_hint`)}
        error={form.field('value').error}
        currencies={currencies}
        onChange={change}
      />
      {shown.has(key) && <BrandPreview brand={firstBrandOf({ ...values, [key]: value })} />}
      <TextField {...form.field('reason')} label={t('settings.reason')} maxLength={300} required />
    </FormDialog>
  );
}
