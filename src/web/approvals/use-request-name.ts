import type { Proposal } from '#contract/approvals.ts';
import { nameKeyOf } from '#web/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';

/** What a proposal is about: a setting, an operator key, or something of a client. */
export function useProposalName() {
  const t = useText();
  return (proposal: Proposal): string => {
    if (proposal.kind === 'setting') return t(nameKeyOf(proposal.key));
    const { name } = proposal.kind === 'api_key' ? proposal.value : proposal.client;
    return t(`proposals.${proposal.kind}_of`, { name });
  };
}
