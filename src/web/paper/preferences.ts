import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PaperInstrument, PaperPreferences } from '#contract/paper/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { paperCall, useTerminal } from './terminal.ts';

/** Until the person's own are there. */
const initial: PaperPreferences = { starred: [], one_click: false, shortcuts: true, symbol: null };

export const preferencesQuery = (session: string) =>
  queryOptions({
    queryKey: ['terminal', 'preferences'],
    queryFn: () => paperCall(session, 'POST /api/paper/preferences', { body: {} }),
    retry: false,
    staleTime: Infinity,
  });

/** How the person likes their terminals, and a way to change that: at once here, then for all their devices. */
export function usePreferences() {
  const t = useText();
  const { session } = useTerminal();
  const query = preferencesQuery(session);
  const { data = initial } = useQuery(query);
  const prefer = (change: Partial<PaperPreferences>) => {
    queries.setQueryData(query.queryKey, { ...data, ...change });
    paperCall(session, 'POST /api/paper/preferences/save', { body: change }).catch(() => {
      toast({ text: t('terminal.not_kept'), tone: 'negative' });
    });
  };
  return { preferences: data, prefer };
}

/** What a terminal opens on: the instrument of the last time while its market is open, else the first that is open. */
export function firstSymbol(
  instruments: readonly Pick<PaperInstrument, 'symbol' | 'is_open'>[],
  { symbol, starred }: Pick<PaperPreferences, 'symbol' | 'starred'>,
): string {
  const last = instruments.find((each) => each.symbol === symbol);
  const open = instruments.filter((each) => each.is_open);
  const found =
    (last?.is_open ? last : undefined) ?? open.find((each) => starred.includes(each.symbol)) ?? open[0] ?? last;
  return (found ?? instruments[0])?.symbol ?? '';
}
