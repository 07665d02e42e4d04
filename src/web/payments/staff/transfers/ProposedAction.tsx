import type { StuckTransfer } from '#contract/trading/staff-transfers.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import textStyles from '#web/ui/Text.module.css';

/** A staff member's statement about the outcome of a transfer, and its evidence. */
export function ProposedAction({
  approvalRequest: { outcome, by, note },
}: {
  approvalRequest: NonNullable<StuckTransfer['approval_request']>;
}) {
  const t = useText();
  return (
    <div>
      <p>{t(`payments.outcome_${outcome}`)}</p>
      <p className={textStyles.soft}>
        <bdi>{by}</bdi>
      </p>
      <p className={textStyles.soft} dir="auto">
        {note}
      </p>
    </div>
  );
}
