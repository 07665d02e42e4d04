import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { nameKeyOf } from '#web/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';

/** The subject of an approval request: a setting, an API key, a file for the bank, an import, an offering, or something of a client. */
export function useRequestName() {
  const t = useText();
  return (approvalRequest: ApprovalRequest): string => {
    if (approvalRequest.kind === 'setting') return t(nameKeyOf(approvalRequest.key));
    if (approvalRequest.kind === 'offering') return approvalRequest.value.offering;
    const { name } = approvalRequest.client ?? approvalRequest.value;
    return t(`approvals.${approvalRequest.kind}_of`, { name });
  };
}
