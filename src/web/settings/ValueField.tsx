import type { ComponentType } from 'react';
import type { SettingKey } from '#contract/settings/names.ts';
import type { KindFieldProps } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';

/** The field in which a setting of its kind is chosen. The server holds every value to the shape of its key. */
export function ValueField({ settingKey, ...props }: KindFieldProps<unknown> & { settingKey: SettingKey }) {
  const Field = kinds[settingKey].Field as ComponentType<KindFieldProps<unknown>>;
  return <Field {...props} />;
}
