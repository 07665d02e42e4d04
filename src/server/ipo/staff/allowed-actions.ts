import {
  proposingActs,
  type DeskStep,
  type HoldBackReason,
  type IpoDeskAct,
  type ProposalAct,
} from '#contract/ipo-staff-names.ts';
import type { DeskOfferingInfo } from '#contract/ipo-staff-records.ts';
import type { OfferingMode, OfferingState } from '#contract/ipo-names.ts';
import type { Client } from '#server/platform/session.ts';
import type { DeskRow } from './offering-row.ts';
import { mayBe, offeringActs } from './states.ts';

type Me = Pick<Client, 'id' | 'roles'>;

/** What of an offering decides on its acts, besides its row. */
export interface Standing {
  now: Date;
  /** Who proposed what waits for a second person; null when nothing does. */
  openProposalBy: string | null;
  /** It has a text in the installation's own language. */
  hasText: boolean;
  hasProspectus: boolean;
}

const mayAct = ({ roles }: Me): boolean => roles.includes('finance') || roles.includes('admin');

/** What somebody may do now, and which acts wait for something. */
export function actsOf(me: Me, offering: DeskRow, standing: Standing): Pick<DeskOfferingInfo, 'acts' | 'held_back'> {
  if (!mayAct(me)) return { acts: [], held_back: [] };
  const { openProposalBy } = standing;
  const held = heldBack(offering, standing);
  const blocked = new Set<IpoDeskAct>([
    ...(openProposalBy ? Object.values(proposingActs) : []),
    ...held.map(({ act }) => act),
  ]);
  const decision = openProposalBy && (openProposalBy === me.id ? 'withdraw_proposal' : 'decide');
  const possible = offeringActs.filter((act) => mayBe(act, offering) && !blocked.has(act));
  return { acts: [...possible, ...(decision ? ([decision] as const) : [])], held_back: held };
}

/** Acts that the offering's state speaks of, and that would be refused all the same: each with what it waits for first. */
function heldBack(offering: DeskRow, standing: Standing): DeskOfferingInfo['held_back'] {
  const { state, mode, cancelUntil, settledAt } = offering;
  const { now, hasText, hasProspectus } = standing;
  const reasons: [act: IpoDeskAct, reason: HoldBackReason, holds: boolean][] = [
    ['publish', 'no_text', state === 'draft' && !hasText],
    ['publish', 'no_prospectus', state === 'draft' && !hasProspectus],
    ['publish', 'times_passed', state === 'draft' && offering.closesAt <= now],
    [
      'propose_allotment',
      'cancel_open',
      mayBe('propose_allotment', offering) && cancelUntil !== null && cancelUntil > now,
    ],
    ['propose_allotment', 'empty_book', mayBe('propose_allotment', offering) && !offering.waiting],
    ['propose_listing', 'unsettled', state === 'allotted' && mode === 'subscription' && !settledAt],
    ['archive', 'lock_up', state === 'listed'],
    ['archive', 'clients_inside', mayBe('archive', offering) && offering.involved],
  ];
  return reasons.filter(([, , holds]) => holds).map(([act, reason]) => ({ act, reason }));
}

const steps: Partial<Record<OfferingState, DeskStep>> = {
  closed: 'price',
  priced: 'allotment',
  allotting: 'allotment',
  allotted: 'listing',
  postponed: 'resumption',
};

/** What an offering that waits for a person waits for; a book that everybody has left can only be withdrawn. */
export function stepOf(
  { state, mode, isEmpty }: { state: OfferingState; mode: OfferingMode; isEmpty: boolean },
  proposal: ProposalAct | null,
): DeskStep | null {
  if (proposal !== null) return 'decision';
  if (isEmpty && steps[state] === 'allotment') return 'withdrawal';
  if (state === 'closed' && mode === 'direct') return 'listing';
  return steps[state] ?? null;
}
