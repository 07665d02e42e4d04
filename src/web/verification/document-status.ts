import type { DocumentState, DocumentStatus } from '#contract/verification/names.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';
import { toneOfTurn, type Reader } from '#web/ui/turn.ts';

/** The tone of a document's state. */
export function toneOf(state: DocumentStatus | DocumentState, reader: Reader): BadgeTone {
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
