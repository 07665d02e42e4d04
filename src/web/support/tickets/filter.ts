import {
  clientStatuses,
  ticketCategories,
  ticketPeriods,
  type ClientStatus,
  type TicketCategory,
} from '#contract/support/names.ts';

/** Which tickets to list. What is empty narrows nothing down. */
export interface TicketFilter {
  status: ClientStatus | '';
  category: TicketCategory | '';
  /** Something happened in the last so many days. */
  days: string;
  search: string;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | '' =>
  values.find((each) => each === value) ?? '';

/** As it is in the address, which any person may have written. */
export function readTicketFilter(address: Record<string, unknown>): TicketFilter {
  const { status, category, days, search } = address;
  return {
    status: oneOf(clientStatuses, status),
    category: oneOf(ticketCategories, category),
    days: oneOf(ticketPeriods.map(String), String(days)),
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 80) : '',
  };
}

/** What the address says of it: nothing of what is empty. */
export const writeTicketFilter = (filter: TicketFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
