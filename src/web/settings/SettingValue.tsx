import type { ComponentType } from 'react';
import type { SettingKey } from '#contract/settings/names.ts';
import type { ShownProps } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';

/** The value of a setting, in the form of its kind. */
export function SettingValue({ settingKey, ...shown }: ShownProps<unknown> & { settingKey: SettingKey }) {
  const Shown = kinds[settingKey].Shown as ComponentType<ShownProps<unknown>>;
  return <Shown {...shown} />;
}
