import type { IpoApplication } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Tone } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';

/** What is good news, and what asks something of the client; anything else is plain. */
const tones: Partial<Record<IpoApplication['state'], Tone>> = {
  reconfirm_required: 'warning',
  allotted: 'positive',
  settled: 'positive',
  in_lock_up: 'accent',
  tradable: 'positive',
  rejected: 'negative',
};

/** Where an application stands, in a word. */
export function ApplicationState({ state }: { state: IpoApplication['state'] }) {
  const t = useText();
  return <Badge tone={tones[state] ?? 'neutral'}>{t(`ipo.application_${state}`)}</Badge>;
}
