import type { DocumentState, DocumentStatus } from '#contract/verification/names.ts';
import type { Tone } from '#web/ui/feedback/Alert.tsx';

/** The tone of a document's state. */
export const toneOf: Record<DocumentStatus | DocumentState, Tone> = {
  required: 'neutral',
  pending: 'accent',
  in_review: 'accent',
  approved: 'positive',
  rejected: 'negative',
  expired: 'warning',
  replaced: 'neutral',
};
