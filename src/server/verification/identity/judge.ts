import type { CheckProblem, CheckState } from '#contract/verification/names.ts';
import type { IdentityResult } from '#server/platform/connections/ports/identity.ts';
import type { CheckRow, Identifier } from './check-row.ts';

export interface Verdict {
  state: CheckState;
  problem: CheckProblem | null;
  /** Whether the data of the answer are those of the client. */
  isOurs: boolean;
}

/** What an answer of the provider means for a check, before anything follows from it. */
export function judge(
  { clientId, state }: Pick<CheckRow, 'clientId' | 'state'>,
  { port }: Pick<Identifier, 'port'>,
  result: IdentityResult | null,
  isDemo: boolean,
): Verdict {
  if (!result) return { state: 'gone', problem: 'gone', isOurs: false };
  if (result.ref !== clientId) return { state, problem: 'other_client', isOurs: false };
  switch (result.state) {
    case 'approved':
      if (result.level !== port.level) return { state: 'review', problem: 'other_level', isOurs: true };
      if (port.isSandbox && !isDemo) return { state: 'review', problem: 'sandbox', isOurs: true };
      return { state: 'approved', problem: null, isOurs: true };
    case 'again':
      return {
        state: 'again',
        problem: result.labels.some(({ reason }) => reason === null) ? 'labels' : null,
        isOurs: true,
      };
    case 'rejected':
      return { state: 'rejected', problem: 'rejected', isOurs: true };
    case 'waiting':
    case 'review':
      return { state: result.state, problem: null, isOurs: true };
  }
}
