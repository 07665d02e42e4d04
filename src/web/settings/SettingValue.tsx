import type { ComponentType } from 'react';
import type { HouseKey } from '#contract/settings-names.ts';
import type { ShownProps } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';

/** What a setting says, in the way of its kind. */
export function SettingValue({ settingKey, ...shown }: ShownProps<unknown> & { settingKey: HouseKey }) {
  const Shown = kinds[settingKey].Shown as ComponentType<ShownProps<unknown>>;
  return <Shown {...shown} />;
}
