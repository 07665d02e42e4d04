import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';

/** Where a comparison stands, and once it is done whether anything differs. */
export function RunState({ run: { kind, state, results, open, lines } }: { run: ReconciliationRun }) {
  const t = useText();
  if (state === 'failed') return <State tone="negative">{t('reconciliation.state_failed')}</State>;
  if (lines && lines.open > 0)
    return <State tone="warning">{t('reconciliation.lines_open', { count: lines.open })}</State>;
  if (lines && lines.left === 0 && lines.waiting > 0)
    return <State tone="others">{t('reconciliation.line_waiting')}</State>;
  if (state !== 'done') return <State tone="others">{t(`reconciliation.state_${state}`)}</State>;
  if (open > 0) return <State tone="negative">{t('reconciliation.open', { count: open })}</State>;
  const differs = results.some(({ result }) => result !== 'matched');
  if (differs) return <State>{t('reconciliation.all_explained')}</State>;
  return <State>{t(kind === 'proof' ? 'reconciliation.rules_hold' : 'reconciliation.all_agree')}</State>;
}
