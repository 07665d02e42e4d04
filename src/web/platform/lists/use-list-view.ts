import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/api.ts';
import { useText } from '../i18n/i18n.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { layoutNames, readLayout, writeLayout, type Layout, type Standard } from './layout.ts';
import { showViews, viewsQuery } from './views/views-query.ts';

type Search = Record<string, unknown>;

/** What `saved` says where a person asks for the list as it is without a view of theirs. */
const unsaved = 'standard';

const without = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

/**
 * A list as its address asks for it, and the person’s views of it. The address has filter, columns, row height and
 * order in full, so a colleague sees the same list; `saved` only says which view of the sender it came from. An address that asks for
 * nothing opens the default view, else the list as it was last laid out.
 * @param list the name that its views are kept under
 */
export function useListView(list: string, standard: Standard) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const t = useText();
  const keep = useMutation({
    // One after another: what is chosen last is kept.
    scope: { id: 'list-layout' },
    mutationFn: (kept: string) => call('POST /api/staff/list-views/layout', { body: { list, query: kept } }),
    onSuccess: (views) => showViews(list, views),
    onError: () => toast({ text: t('common.went_wrong'), tone: 'negative' }),
  });
  const query = useQuery(viewsQuery(list));
  const [asks] = useState(() => Object.keys(search).length > 0);
  // By the entry of the history: the menu adds one, while what changes the list stays in its own.
  const entry = router.history.location.state.__TSR_index;
  const [path] = useState(() => router.history.location.pathname);
  const opened = useRef(asks ? entry : undefined);
  const go = (to: Search) => navigate({ to: '.', search: to, replace: true, resetScroll: false });
  const own = query.data;
  useEffect(() => {
    // The list still stands while what a row opens is loading, with that address in the history.
    if (router.history.location.pathname !== path) return;
    // What is asked for while the views load counts, like what the address asked for at first. The router has it a moment later.
    if (router.history.location.search !== '') opened.current = entry;
    if (opened.current === entry || !own) return;
    opened.current = entry;
    const first = own.views.find(({ is_default }) => is_default);
    if (first) void go({ ...router.options.parseSearch(first.query), saved: first.id });
    else if (own.layout) void go(router.options.parseSearch(own.layout));
  });
  const write = (of: Search) => router.options.stringifySearch(without(of, ['saved'])).replace(/^\?/, '');
  const views = own?.views ?? [];
  const current = views.find(({ id }) => id === search['saved']);
  const inOrder = (of: Search) =>
    JSON.stringify(Object.entries(without(of, ['saved'])).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const layout = readLayout(standard, search);
  return {
    list,
    standard,
    layout,
    /** Nothing of it was ever chosen. */
    isStandard: views.length === 0 && Object.keys(writeLayout(standard, layout)).length === 0,
    views,
    /** The view that the list was opened with. */
    current,
    isChanged: current !== undefined && inOrder(search) !== inOrder(router.options.parseSearch(current.query)),
    /** The list as it stands, as a view keeps it. */
    query: write(search),
    /** Until it is known how the list opens. */
    isOpening: !asks && query.isPending,
    /** The address of a view; of the standard without one. */
    searchOf: (view?: { id: string; query: string }): Search =>
      view ? { ...router.options.parseSearch(view.query), saved: view.id } : { saved: unsaved },
    markAs: (id: string | undefined) => void go({ ...without(search, ['saved']), ...(id && { saved: id }) }),
    layOut: (layout: Layout) => {
      const laidOut = writeLayout(standard, layout);
      const { saved } = search;
      void go({ ...without(search, layoutNames), ...laidOut, ...(saved !== undefined && { saved }) });
      keep.mutate(write(laidOut));
    },
  };
}

export type ListView = ReturnType<typeof useListView>;
