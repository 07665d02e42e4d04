import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '#web/platform/session/session.ts';
import { overviewQuery } from './overview-query.ts';
import { isNothingYet } from './parts.ts';

/**
 * Whether a first deposit comes next: the client may make one, and there was nothing on any day that is known of.
 * Undefined until that is known. It is not asked for while it is `ruledOut`.
 */
export function useIsNew({ ruledOut = false } = {}): boolean | undefined {
  const { may_deal: mayDeal } = useSignedIn();
  const isPossible = mayDeal && !ruledOut;
  const overview = useQuery({ ...overviewQuery, enabled: isPossible });
  if (!isPossible || (overview.isError && !overview.data)) return false;
  return overview.data && isNothingYet(overview.data);
}
