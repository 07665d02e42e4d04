import type { Proposal } from '#contract/proposals.ts';
import { nameKeyOf } from '#web/house/names.ts';
import { useText } from '#web/platform/i18n.tsx';

/** What a proposal is about: a setting, or something of a client. */
export function useProposalName() {
  const t = useText();
  return (proposal: Proposal): string =>
    proposal.kind === 'setting'
      ? t(nameKeyOf(proposal.key))
      : t(`proposals.${proposal.kind}_of`, { name: proposal.client.name });
}
