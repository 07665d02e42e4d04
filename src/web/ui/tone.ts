import type { BadgeTone } from './Badge.tsx';

/** Who looks at a state. */
export type Reader = 'client' | 'staff';

/** Of a state that someone must end: what waits for the reader is amber, what waits for others is blue-grey. */
export const toneOfTurn = (actor: Reader | 'bank', reader: Reader): BadgeTone =>
  actor === reader ? 'warning' : 'others';
