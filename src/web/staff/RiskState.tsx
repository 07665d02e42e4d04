import type { RiskRating } from '#contract/clients/risk-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';

const tones = { low: 'neutral', medium: 'warning', high: 'negative' } as const;

/** How compliance rates a client's risk, in words that need no label. */
export function RiskState({ risk }: { risk: RiskRating }) {
  const t = useText();
  return <State tone={tones[risk]}>{t(`staff.risk_${risk}`)}</State>;
}
