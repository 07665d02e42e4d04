import { useState } from 'react';
import { useDaysInOrder } from '#web/platform/forms/days-in-order.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';

/** A symbol is sent once the typing pauses. */
const typingDelayMs = 300;

/** The filter of a list of records; an empty string is no filter. Days are UTC, both included. */
export interface RecordFilter<Choice extends string> {
  /** Of what the list is chosen by: a type, a side, a state. */
  choice: Choice | '';
  symbol: string;
  from: string;
  to: string;
}

export const noFilter = { choice: '', symbol: '', from: '', to: '' } as const;

/** A filter as the server takes it: the values that are set, the choice under its own name. */
export type RecordFilterInput<Name extends string, Choice extends string> = { [N in Name]?: Choice } & {
  symbol?: string;
  from?: string;
  to?: string;
};

export function filterOf<Name extends string, Choice extends string>(
  name: Name,
  { choice, ...rest }: RecordFilter<Choice>,
): RecordFilterInput<Name, Choice> {
  const filters = Object.entries({ ...rest, [name]: choice }).filter(([, filter]) => filter.trim() !== '');
  return Object.fromEntries(filters) as RecordFilterInput<Name, Choice>;
}

/** The filter of one list, and what is asked of the server by it. */
export function useRecordFilter<Name extends string, Choice extends string>(name: Name, choices: readonly Choice[]) {
  const [filter, setFilter] = useState<RecordFilter<Choice>>(noFilter);
  const filters = filterOf(name, useDebounced(useDaysInOrder(filter), typingDelayMs));
  return { choices, filter, setFilter, filters, isNarrowed: Object.keys(filters).length > 0 };
}
