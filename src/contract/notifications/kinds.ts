import { declarations, type Declared, type EventName } from '#contract/modules.ts';
import type { Terms } from './terms.ts';

type ByEvent = Declared<'notifications'>;
/** The kinds that an event may send. */
export type KindOf<Name extends EventName, Of = ByEvent> =
  Of extends Readonly<Record<Name, infer Kinds>> ? keyof Kinds & string : never;
/** All notifications to a client or a staff member. Their texts are `emails.<kind>_heading` and `emails.<kind>_text`. */
export type NotificationKind = { [Name in EventName]: KindOf<Name> }[EventName];

const byEvent = new Map(declarations.flatMap(({ notifications = {} }) => Object.entries(notifications)));
const terms = new Map([...byEvent.values()].flatMap((kinds) => Object.entries(kinds)));

/** The kinds that an event sends. */
export const kindsOf = (name: EventName) => Object.keys(byEvent.get(name) ?? {}) as NotificationKind[];
export const kinds = [...terms.keys()] as NotificationKind[];

/** How a kind reaches a person. */
export function termsOf(kind: NotificationKind): Terms {
  const found = terms.get(kind);
  if (!found) throw new Error(`no module declares the notification ${kind}`);
  return found;
}
