import type { ComponentType } from 'react';
import type { HouseValues } from '#contract/settings-catalogue.ts';
import type { HouseKey } from '#contract/settings-names.ts';
import type { AddPicture } from '../LogoField.tsx';

export interface KindFieldProps<Value> {
  /** As it was, or as far as somebody has come with writing it. */
  value: Value;
  label: string;
  hint: string;
  error: string | undefined;
  currencies: readonly string[];
  /** Where a picture is sent; to the settings, unless told. */
  addPicture?: AddPicture | undefined;
  onChange: (value: unknown) => void;
}

export interface ShownProps<Value> {
  value: Value;
  /** Nothing of it is folded away: somebody decides on it. */
  whole?: boolean | undefined;
}

/** How a setting is shown, and the field in which it is chosen. */
export interface Kind<Value> {
  Shown: ComponentType<ShownProps<Value>>;
  Field: ComponentType<KindFieldProps<Value>>;
}

export type Kinds<Key extends HouseKey> = { [Each in Key]: Kind<HouseValues[Each]> };
