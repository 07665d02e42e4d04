import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';

/** How much was compared, in a sentence. */
export function RunFacts({ run: { kind, facts, left_out: leftOut } }: { run: ReconciliationRun }) {
  const t = useText();
  const { number } = useFormat();
  const count = (name: string) => number(facts[name] ?? 0);
  if (kind === 'proof') {
    const seen = { rules: count('rules'), transactions: count('transactions'), postings: count('postings') };
    return t('reconciliation.facts_proof', seen);
  }
  if (kind === 'platform') {
    return t('reconciliation.facts_platform', {
      accounts: count('accounts'),
      agreed: count('agreed'),
      unasked: count('unasked'),
    });
  }
  return [
    t('reconciliation.facts_statement', { lines: facts['lines'] ?? 0 }),
    facts['pending'] && t('reconciliation.facts_pending', { count: facts['pending'] }),
    facts['zero'] && t('reconciliation.facts_zero', { count: facts['zero'] }),
    ...leftOut.map((each) => t('reconciliation.facts_left_out', each)),
  ]
    .filter(Boolean)
    .join(' ');
}
