import type { ImportRun } from '#contract/imports/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';

const tones = {
  uploaded: 'warning',
  checking: 'others',
  checked: 'neutral',
  importing: 'others',
  done: 'neutral',
  ended: 'neutral',
} as const;

/** How far an import has come, in a word. */
export function ImportState({ run: { state } }: { run: ImportRun }) {
  const t = useText();
  return <State tone={tones[state]}>{t(`imports.state_${state}`)}</State>;
}
