import { useId } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import type { Kind, KindFieldProps } from './kind.ts';

/** Each value that there is, and what it is called. */
type Choices<Value> = readonly (readonly [Value, TextKey])[];

/** One of a few, shown together. */
export function choiceOf<Value extends string | boolean>(choices: Choices<Value>): Kind<Value> {
  return {
    Shown: ({ value }) => <Chosen value={value} choices={choices} />,
    Field: (props) => <ChoiceField {...props} choices={choices} />,
  };
}

interface ChosenProps<Value> {
  value: Value;
  choices: Choices<Value>;
}

function Chosen<Value>({ value, choices }: ChosenProps<Value>) {
  const t = useText();
  return choices.map(([each, name]) => each === value && <p key={name}>{t(name)}</p>);
}

type ChoiceFieldProps<Value> = KindFieldProps<Value> & ChosenProps<Value>;

function ChoiceField<Value>({ label, value, error, choices, onChange }: ChoiceFieldProps<Value>) {
  const t = useText();
  const group = useId();
  return (
    <RadioGroup
      legend={label}
      name={group}
      value={String(value)}
      error={error}
      options={choices.map(([each, name]) => ({ value: String(each), label: t(name) }))}
      onChange={({ target }) => onChange(choices.find(([each]) => String(each) === target.value)?.[0])}
    />
  );
}
