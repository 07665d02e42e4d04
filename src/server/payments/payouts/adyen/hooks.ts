import { createHash } from 'node:crypto';
import { signatureBy, type Hooks } from '#server/platform/connections/hooks.ts';
import { answerAdyen } from '../../providers/adyen/hooks.ts';
import { keyOfSignature } from '../../providers/adyen/sign.ts';
import { notification } from './shapes.ts';

/**
 * Webhooks of transfers: the whole body is signed, in a header.
 * @param keys the newest first; two while one takes the place of the other
 */
export const transferHooks = (keys: readonly string[]): Hooks => ({
  keptHeaders: ['user-agent'],
  verify: ({ headers, raw }) => signatureBy(keyOfSignature(raw, headers['hmacsignature'], keys)),
  read({ raw }) {
    const { type, environment, data } = notification.parse(JSON.parse(raw.toString('utf8')));
    const { id, reference, status } = data;
    return [
      {
        eventId: `${id} ${status} ${createHash('sha256').update(raw).digest('hex').slice(0, 32)}`,
        type: `${type} ${status}`,
        subject: id,
        ref: reference ?? null,
        body: Buffer.from(JSON.stringify({ type, environment, data })),
      },
    ];
  },
  answer: answerAdyen,
});
