import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';

/** Where a comparison stands, and once it is done whether anything differs. */
export function RunState({ run: { kind, state, results, open, lines } }: { run: ReconciliationRun }) {
  const t = useText();
  if (state === 'failed') return <Badge tone="negative">{t('reconciliation.state_failed')}</Badge>;
  if (lines && lines.open > 0)
    return <Badge tone="warning">{t('reconciliation.lines_open', { count: lines.open })}</Badge>;
  if (lines && lines.left === 0 && lines.waiting > 0)
    return <Badge tone="others">{t('reconciliation.line_waiting')}</Badge>;
  if (state !== 'done') return <Badge tone="others">{t(`reconciliation.state_${state}`)}</Badge>;
  if (open > 0) return <Badge tone="negative">{t('reconciliation.open', { count: open })}</Badge>;
  const differs = results.some(({ result }) => result !== 'matched');
  if (differs) return <Badge>{t('reconciliation.all_explained')}</Badge>;
  return <Badge>{t(kind === 'proof' ? 'reconciliation.rules_hold' : 'reconciliation.all_agree')}</Badge>;
}
