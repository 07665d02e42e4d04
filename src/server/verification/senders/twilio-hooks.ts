import { signatureBy, type Hooks } from '#server/platform/connections/hooks.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

/** Reports about a message. They have no time and no number, so one is known by its message and its status. */
export const twilioHooks = (authTokens: readonly string[]): Hooks => ({
  verify(call) {
    return signatureBy(authTokens.findIndex((token) => isSignedByTwilio(token, call)));
  },
  read({ raw }) {
    const form = new URLSearchParams(raw.toString('utf8'));
    const sid = form.get('MessageSid');
    const status = form.get('MessageStatus');
    if (!sid || !status) throw new Error('a report names a message and its status');
    return [{ eventId: `${sid}:${status}`, type: `message.${status}`, subject: sid, ref: null }];
  },
  answer: (outcome) => ({ status: outcome === 'taken' ? 204 : 503, body: '' }),
  keptHeaders: ['content-type', 'i-twilio-idempotency-token'],
});
