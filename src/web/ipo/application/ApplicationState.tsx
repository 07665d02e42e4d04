import type { IpoApplication } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';
import type { Tone } from '#web/ui/tone.ts';

const tones: Partial<Record<IpoApplication['state'], Tone>> = {
  submitted: 'others',
  amended: 'others',
  confirmed: 'others',
  reconfirm_required: 'warning',
  allotted: 'others',
  settled: 'others',
  tradable: 'accent',
  rejected: 'negative',
};

/** Where an application stands, in a word. */
export function ApplicationState({ state }: { state: IpoApplication['state'] }) {
  const t = useText();
  return <State tone={tones[state] ?? 'neutral'}>{t(`ipo.application_${state}`)}</State>;
}
