import type { IpoApplication } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';
import { toneOfTurn, type Reader, type Tone } from '#web/ui/tone.ts';

const tones: Partial<Record<IpoApplication['state'], Tone>> = {
  submitted: 'others',
  amended: 'others',
  confirmed: 'others',
  allotted: 'others',
  settled: 'others',
  rejected: 'negative',
};

/** Where an application stands, in a word. */
export function ApplicationState({ state, reader = 'client' }: { state: IpoApplication['state']; reader?: Reader }) {
  const t = useText();
  const isOpen = state === 'tradable' && reader === 'client';
  const tone = state === 'reconfirm_required' ? toneOfTurn('client', reader) : isOpen ? 'accent' : tones[state];
  return <State tone={tone ?? 'neutral'}>{t(`ipo.application_${state}`)}</State>;
}
