import type { DocumentState, Standing } from '#contract/verification-names.ts';
import type { Tone } from '#web/ui/Alert.tsx';

/** How a state of a document looks beside its word. */
export const toneOf: Record<Standing | DocumentState, Tone> = {
  required: 'neutral',
  pending: 'accent',
  in_review: 'accent',
  approved: 'positive',
  rejected: 'negative',
  expired: 'warning',
  replaced: 'neutral',
};
