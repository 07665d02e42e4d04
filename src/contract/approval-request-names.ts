import { groupOf, type GuardedKey } from './settings-names.ts';
import type { OverrideKind } from './override-names.ts';

/** How long a proposal waits for a second person, and how long somebody who is new counts as none. */
export const proposalDays = 7;

/**
 * What takes two people: a setting of the house; an operator key that issues sign-in links; limits, level, address or roles of a
 * person; that somebody who sees offerings deals on their own account.
 */
export type ProposalMatter =
  | { kind: 'setting'; key: GuardedKey; clientId: null }
  /** `key` is the id of the operator key. */
  | { kind: 'api_key'; key: string; clientId: null }
  | { kind: 'limits'; key: OverrideKind; clientId: string }
  /** `key` is `accounts`, `offerings` or the id of one offering. */
  | { kind: 'staff_dealing'; key: string; clientId: string }
  | { kind: 'level' | 'email' | 'role'; key: null; clientId: string };
export type ProposalKind = ProposalMatter['kind'];

/** Below the language: where it is shown with what it changes, and decided on. */
export function placeOfProposal(
  matter:
    | { kind: 'setting'; key: GuardedKey }
    | { kind: 'api_key' }
    | { kind: Exclude<ProposalKind, 'setting' | 'api_key'>; clientId: string },
): `/admin/settings/${string}` | `/admin/clients/${string}` | '/admin/api' {
  if (matter.kind === 'api_key') return '/admin/api';
  if (matter.kind === 'setting') return `/admin/settings/${groupOf(matter.key)}`;
  return `/admin/clients/${matter.clientId}${matter.kind === 'limits' ? '/limits' : ''}`;
}
