import type { DocumentState, DocumentStatus } from '#contract/verification/names.ts';
import { toneOfTurn, type Reader, type Tone } from '#web/ui/tone.ts';

/** The tone of a document's state. */
export function toneOf(state: DocumentStatus | DocumentState, reader: Reader): Tone {
  switch (state) {
    case 'pending':
    case 'in_review':
      return toneOfTurn('staff', reader);
    case 'expired':
      return toneOfTurn('client', reader);
    case 'rejected':
      return 'negative';
    case 'approved':
    case 'required':
    case 'replaced':
      return 'neutral';
  }
}
