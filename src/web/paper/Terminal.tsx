import { useQuery } from '@tanstack/react-query';
import { Workspace } from './Workspace.tsx';
import { firstSymbol, preferencesQuery } from './preferences.ts';
import { Refused } from './Refused.tsx';
import { isSignedOut } from './terminal.ts';
import { instrumentsQuery } from './terminal-queries.ts';
import { TerminalSkeleton } from './TerminalSkeleton.tsx';

/** Where one account trades, once it is known what is traded and how the person likes it. */
export function Terminal({ session, holder }: { session: string; holder: string }) {
  const instruments = useQuery(instrumentsQuery(session));
  const preferences = useQuery(preferencesQuery(session));
  if (isSignedOut(instruments.error) || isSignedOut(preferences.error)) return <Refused error={null} />;
  if (!instruments.data || preferences.isPending) return <TerminalSkeleton />;
  const known = preferences.data ?? { symbol: null, starred: [] };
  return <Workspace session={session} holder={holder} first={firstSymbol(instruments.data.instruments, known)} />;
}
