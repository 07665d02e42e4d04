import type { ComponentType } from 'react';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { SettingKey } from '#contract/settings/names.ts';
import type { AddPicture } from '../LogoField.tsx';

export interface KindFieldProps<Value> {
  /** The stored value, or the current input. */
  value: Value;
  label: string;
  hint: string;
  error: string | undefined;
  currencies: readonly string[];
  /** Where a picture is sent; to the settings by default. */
  addPicture?: AddPicture | undefined;
  onChange: (value: unknown) => void;
}

export interface ShownProps<Value> {
  value: Value;
  /** Nothing of it is collapsed: a person decides on it. */
  whole?: boolean | undefined;
  /** It is what the setting becomes. */
  proposed?: boolean | undefined;
}

/** How a setting is shown, and the field in which it is chosen. */
export interface Kind<Value> {
  Shown: ComponentType<ShownProps<Value>>;
  Field: ComponentType<KindFieldProps<Value>>;
}

export type Kinds<Key extends SettingKey> = { [Each in Key]: Kind<SettingValues[Each]> };
