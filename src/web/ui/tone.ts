/**
 * What a colour says. `accent`: it is new to the reader, marks what is theirs, or is open to them; `warning` waits for
 * the reader, `others` for someone else; `negative` went wrong; anything else is `neutral`.
 */
export type Tone = 'neutral' | 'accent' | 'warning' | 'negative' | 'others';

/** Who looks at a state. */
export type Reader = 'client' | 'staff';

/** Of a state that someone must end: what waits for the reader is amber, what waits for others is blue-grey. */
export const toneOfTurn = (actor: Reader | 'bank', reader: Reader): Tone => (actor === reader ? 'warning' : 'others');
