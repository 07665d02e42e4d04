import { createHash } from 'node:crypto';
import type { HookCall, HookEvent, Hooks } from '#server/platform/connections/hooks.ts';
import type { Log } from '#server/platform/monitoring/log.ts';
import { notification, type Item, type KeptItem } from './shapes.ts';
import { signedText, signingKey } from './sign.ts';

const shown = new Set(['cardSummary', 'cardHolderName', 'cardIssuingCountry', 'defensePeriodEndsAt']);

/** What events of one payment have in common, whatever they are called themselves. */
export const subjectOf = (payment: string): string => `payment:${payment}`;

/**
 * Standard webhooks: several items in one call, each with its own signature. An item whose signature is wrong is left out
 * when another one of its call is right, because Adyen sends nothing more until a call is accepted.
 * @param keys the newest first; two while one takes the place of the other
 */
export const adyenHooks = (keys: readonly string[], log: Pick<Log, 'warn'>): Hooks => ({
  keptHeaders: ['user-agent'],
  verify(call) {
    const signing = itemsOf(call).map(({ item }) => signingKey(item, keys));
    const right = signing.filter((key) => key !== -1);
    if (right.length === 0) return 'bad_signature';
    return right.every((key) => key === 0) ? 'valid' : 'second_secret';
  },
  read(call) {
    const items = itemsOf(call);
    const signed = items.filter(({ item }) => signingKey(item, keys) !== -1);
    if (signed.length < items.length)
      log.warn({ items: items.length, signed: signed.length }, 'items of a notification are not signed and left out');
    return signed.map(eventOf);
  },
  answer: answerAdyen,
});

/** Adyen sends nothing more until a call is accepted. */
export function answerAdyen(outcome: 'taken' | 'busy') {
  return outcome === 'taken' ? { status: 200, body: '[accepted]' } : { status: 503, body: '' };
}

function itemsOf({ raw }: HookCall): KeptItem[] {
  const { live, notificationItems } = notification.parse(JSON.parse(raw.toString('utf8')));
  return notificationItems.map(({ NotificationRequestItem: item }) => ({ live, item }));
}

function eventOf(kept: KeptItem): HookEvent {
  const { item } = kept;
  return {
    eventId: eventIdOf(item),
    type: item.eventCode,
    subject: subjectOf(item.originalReference || item.pspReference),
    ref: item.merchantReference || null,
    body: Buffer.from(JSON.stringify({ ...kept, item: { ...item, additionalData: shownOf(item) } })),
  };
}

/** Of the further data only what is shown: no more of a card and its holder is kept. */
const shownOf = ({ additionalData }: Item): Record<string, string> =>
  Object.fromEntries(Object.entries(additionalData ?? {}).filter(([name]) => shown.has(name)));

/** The same for everything that is signed alike: a repetition may differ in its date or its reason, which are not signed. */
const eventIdOf = (item: Item): string =>
  `${item.eventCode.slice(0, 60)} ${item.pspReference.slice(0, 60)} ${createHash('sha256').update(signedText(item)).digest('hex').slice(0, 32)}`;
