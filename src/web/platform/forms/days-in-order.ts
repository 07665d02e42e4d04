import { useState } from 'react';

/** A period of days, both included; an empty string leaves its side open. */
export interface Days {
  from: string;
  to: string;
}

/** Whether a period ends before it begins. */
export const isBackwards = ({ from, to }: Days): boolean => from !== '' && to !== '' && from > to;

/** A filter as it can be sent: while its days are in the wrong order, the last valid one. */
export function useDaysInOrder<Filter extends Days>(filter: Filter): Filter {
  const [inOrder, setInOrder] = useState(filter);
  if (isBackwards(filter)) return inOrder;
  if (inOrder !== filter) setInOrder(filter);
  return filter;
}
