import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../forms/use-debounced.ts';
import { layoutNames } from './layout.ts';

/** The server is queried once the typing pauses. */
const typingDelayMs = 300;
const longest = 80;

type Fields = Record<string, string>;
type Allowed<Filter> = { [Name in keyof Filter]?: readonly string[] };

/** As the address has it, which any person may have written: what is not `allowed` counts as not there. */
function read<Filter extends Fields>(
  whole: Filter,
  allowed: Allowed<Filter>,
  address: Record<string, unknown>,
): Filter {
  const valueOf = (name: string) => {
    const found = address[name];
    if (typeof found !== 'string' && typeof found !== 'number') return whole[name];
    const text = String(found).slice(0, longest);
    const choices = allowed[name];
    return choices && !choices.includes(text) ? whole[name] : text;
  };
  return Object.fromEntries(Object.keys(whole).map((name) => [name, valueOf(name)])) as Filter;
}

/** What the address says of a filter: nothing of what is as usual. */
const write = <Filter extends Fields>(whole: Filter, filter: Filter): Fields =>
  Object.fromEntries(Object.entries(filter).filter(([name, value]) => value !== whole[name]));

/**
 * The filter of a list, kept in the address, so that it can be sent to a colleague and is there again after Back.
 * @param whole what the filter is without any choice
 * @param allowed the choices of the fields that have some
 * @returns the fields as they stand, the function that changes them, and the same once the typing has paused
 */
export function useAddressFilter<Filter extends Fields>(whole: Filter, allowed: Allowed<Filter> = {}) {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [filter, setFilter] = useState(() => read(whole, allowed, address));
  const pending = useRef(0);
  const inAddress = JSON.stringify(read(whole, allowed, address));
  // The address leads, except while it follows what is being typed.
  useEffect(() => {
    if (pending.current === 0) setFilter(JSON.parse(inAddress) as Filter);
  }, [inAddress]);
  const narrow = (next: Filter) => {
    setFilter(next);
    pending.current += 1;
    const kept = (search: Record<string, unknown>) =>
      Object.fromEntries(layoutNames.flatMap((name) => (name in search ? [[name, search[name]]] : [])));
    void navigate({
      to: '.',
      search: (search: Record<string, unknown>) => ({ ...write(whole, next), ...kept(search) }),
      replace: true,
      resetScroll: false,
    }).finally(() => (pending.current -= 1));
  };
  const settled = useDebounced(JSON.stringify(filter), typingDelayMs);
  const trimmed = Object.entries(JSON.parse(settled) as Filter).map(([name, value]) => [name, value.trim()]);
  return {
    filter,
    narrow,
    settled: Object.fromEntries(trimmed) as Filter,
    isNarrow: inAddress !== JSON.stringify(whole),
  };
}
