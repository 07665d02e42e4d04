import { useState } from 'react';
import { useDaysInOrder } from '#web/platform/forms/days-in-order.ts';
import { useSettled } from '#web/platform/forms/use-debounced.ts';

/** A symbol is asked for once the typing rests. */
const typingRestMs = 300;

/** What a list of records is narrowed down to; an empty string is no wish. Days are UTC, both included. */
export interface RecordFilter<Choice extends string> {
  /** Of what the list is chosen by: a type, a side, a state. */
  choice: Choice | '';
  symbol: string;
  from: string;
  to: string;
}

export const noFilter = { choice: '', symbol: '', from: '', to: '' } as const;

/** A filter as the server takes it: the wishes that are there, the choice under its own name. */
export type Wishes<Name extends string, Choice extends string> = { [N in Name]?: Choice } & {
  symbol?: string;
  from?: string;
  to?: string;
};

export function wishesOf<Name extends string, Choice extends string>(
  name: Name,
  { choice, ...rest }: RecordFilter<Choice>,
): Wishes<Name, Choice> {
  const wishes = Object.entries({ ...rest, [name]: choice }).filter(([, wish]) => wish.trim() !== '');
  return Object.fromEntries(wishes) as Wishes<Name, Choice>;
}

/** The filter of one list, and what is asked of the server by it. */
export function useRecordFilter<Name extends string, Choice extends string>(name: Name, choices: readonly Choice[]) {
  const [filter, setFilter] = useState<RecordFilter<Choice>>(noFilter);
  const wishes = wishesOf(name, useSettled(useDaysInOrder(filter), typingRestMs));
  return { choices, filter, setFilter, wishes, isNarrowed: Object.keys(wishes).length > 0 };
}
