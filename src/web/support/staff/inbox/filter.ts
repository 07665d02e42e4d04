import { isLanguage, type Language } from '#contract/kernel/languages.ts';
import { inboxSorts, inboxViews, type InboxSort, type InboxView } from '#contract/support/staff-names.ts';

/** Which conversations to list, and in which order. What is empty narrows nothing down. */
export interface InboxFilter {
  view: InboxView;
  kind: 'ticket' | 'chat' | '';
  language: Language | '';
  sort: InboxSort;
  search: string;
}

export const wholeInbox: InboxFilter = { view: 'waiting', kind: '', language: '', sort: 'latest', search: '' };

/** As it is in the address, which any person may have written. */
export function readInboxFilter(address: Record<string, unknown>): InboxFilter {
  const { view, kind, language, sort, search } = address;
  return {
    view: inboxViews.find((each) => each === view) ?? wholeInbox.view,
    kind: kind === 'ticket' || kind === 'chat' ? kind : '',
    language: isLanguage(language) ? language : '',
    sort: inboxSorts.find((each) => each === sort) ?? wholeInbox.sort,
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 80) : '',
  };
}

/** What the address says of it: nothing of what is as usual. */
export const writeInboxFilter = (filter: InboxFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([name, value]) => value !== wholeInbox[name as keyof InboxFilter]));
