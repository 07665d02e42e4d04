import { createHash } from 'node:crypto';
import { z } from 'zod';
import { signatureBy, type Hooks } from '#server/platform/connections/hooks.ts';
import { isSignedEvent, type Digest } from './signature.ts';

const event = z.object({
  type: z.string().min(1).max(80),
  applicantId: z.string().min(1).max(80),
  externalUserId: z.string().max(200).nullish(),
});

/** Events about an applicant. They have no number, so a repetition is known by its body, which is the same. */
export const sumsubHooks = (secrets: readonly string[], digest: Digest): Hooks => ({
  verify(call) {
    return signatureBy(secrets.findIndex((secret) => isSignedEvent(secret, digest, call)));
  },
  read({ raw }) {
    const { type, applicantId, externalUserId } = event.parse(JSON.parse(raw.toString('utf8')));
    const eventId = createHash('sha256').update(raw).digest('hex');
    return [{ eventId, type, subject: applicantId, ref: externalUserId ?? null }];
  },
  answer: (outcome) => ({ status: outcome === 'taken' ? 200 : 503, body: '' }),
  keptHeaders: ['content-type', 'x-payload-digest-alg'],
});
