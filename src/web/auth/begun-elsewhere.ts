import { useTakenFromAddress } from './use-taken-from-address.ts';

const names = ['first_name', 'second_name', 'email', 'country'] as const;
type Begun = Partial<Record<(typeof names)[number], string>>;

/** No field takes more. */
const maxLength = 254;

const nothing: Begun = {};

function readBegun({ hash }: URL): Begun | undefined {
  const typed = new URLSearchParams(hash.slice(1));
  const found = names.flatMap((name) => {
    const value = typed.get(name);
    return value === null ? [] : [[name, value.slice(0, maxLength)]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** What a visitor has typed in the form on the company's website. It is behind the `#`, which no server sees. */
export const useBegunElsewhere = (): Begun => useTakenFromAddress(readBegun) ?? nothing;
