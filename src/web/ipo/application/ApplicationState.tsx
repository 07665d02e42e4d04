import type { IpoApplication } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

/** What asks something of the client, and what went wrong; anything else is plain. */
const tones: Partial<Record<IpoApplication['state'], BadgeTone>> = {
  reconfirm_required: 'warning',
  rejected: 'negative',
};

/** Where an application stands, in a word. */
export function ApplicationState({ state }: { state: IpoApplication['state'] }) {
  const t = useText();
  return <Badge tone={tones[state] ?? 'neutral'}>{t(`ipo.application_${state}`)}</Badge>;
}
