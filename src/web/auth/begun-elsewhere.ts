import { useEffect, useState } from 'react';

const names = ['first_name', 'second_name', 'email', 'country'] as const;
type Begun = Partial<Record<(typeof names)[number], string>>;

/** No field takes more. */
const maxLength = 254;

function readBegun(): Begun {
  const typed = new URLSearchParams(window.location.hash.slice(1));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = typed.get(name);
      return value === null ? [] : [[name, value.slice(0, maxLength)]];
    }),
  );
}

/**
 * What a visitor has typed in the form on the company's website. It is behind the `#`, which no server sees, and the
 * address loses it, so that the history does not hold it: in an effect, because a render that React throws away and makes
 * again must find it still there.
 */
export function useBegunElsewhere(): Begun {
  const [begun] = useState(readBegun);
  useEffect(() => {
    if (Object.keys(begun).length === 0) return;
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [begun]);
  return begun;
}
