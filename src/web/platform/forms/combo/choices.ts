import type { SelectFieldProps } from '#web/ui/forms/SelectField.tsx';
import { beginsWith, matchesText } from '../text-match.ts';

export interface Choice {
  value: string;
  label: string;
  group: string | null;
}

/** The choices of a select one after another, each with the heading it stands under; the empty one first, if there is one. */
export function flat(options: SelectFieldProps['options'], placeholder: string | undefined): Choice[] {
  const choices = options.flatMap((option): Choice[] =>
    'options' in option
      ? option.options.map(({ value, label }) => ({ value, label, group: option.label }))
      : [{ value: option.value, label: option.label, group: null }],
  );
  return placeholder === undefined ? choices : [{ value: '', label: placeholder, group: null }, ...choices];
}

/** Those with every word that was typed, first those that begin with it: “ger” means Germany before Algeria. */
export function matching(choices: readonly Choice[], typed: string): Choice[] {
  const found = choices.filter(({ label, group }) => matchesText(typed, label, group));
  const first = found.filter(({ label }) => beginsWith(typed, label));
  return [...first, ...found.filter((choice) => !first.includes(choice))];
}
