import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Tone } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';

const tones: Record<TradingAccount['status'], Tone> = {
  pending: 'warning',
  active: 'positive',
  read_only: 'neutral',
  archived: 'neutral',
};

/** Whether an account can be traded on. */
export function StatusBadge({ status }: { status: TradingAccount['status'] }) {
  const t = useText();
  return <Badge tone={tones[status]}>{t(`trading.status_${status}`)}</Badge>;
}
