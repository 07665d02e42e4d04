import { createHash } from 'node:crypto';
import type { HookEvent, Hooks } from '#server/platform/connections/hooks.ts';
import type { Wire } from '#server/platform/connections/wire.ts';
import { event } from './shapes.ts';

/** Callbacks: each has an id of its own, which a repetition keeps, and names its payment. */
export const hostedPageHooks = ({ verify }: Wire): Hooks => ({
  keptHeaders: ['user-agent'],
  verify,
  read({ raw }) {
    const { event: eventId, type, id, ref } = event.parse(JSON.parse(raw.toString('utf8')));
    return [{ eventId, type, subject: id, ref }];
  },
  answer: (outcome) => ({ status: outcome === 'taken' ? 204 : 503, body: '' }),
});

/**
 * A change that is listed has no id of its own, and the cursor may be that of an earlier change of the same payment: so each
 * list is new, and what it names is looked up again.
 */
export function listedEvent(id: string, after: string | null, at: Date): HookEvent {
  const hash = createHash('sha256')
    .update(JSON.stringify([id, after, at]))
    .digest('hex');
  return {
    eventId: `change ${hash}`,
    type: 'change',
    subject: id,
    ref: null,
    body: Buffer.from(JSON.stringify({ id })),
  };
}
