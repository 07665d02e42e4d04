import type { z } from 'zod';
import type { Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';
import { mapDone, type Outcome, type Probe } from '#server/platform/connections/outcome.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { attempt } from './attempt.ts';
import { currentKey, enabledMethods } from './shapes.ts';

/** Each of these rights contains all that are needed. */
const whole = ['btcpay.store.canmodifystoresettings', 'unrestricted'];

const wrong = (text: string): Outcome<string> => ({ kind: 'refused', code: 'settings', text, again: 'after_change' });

interface Needs {
  /** Rights of the key for the store. */
  needed: readonly string[];
  /** What the connection is for. */
  read: readonly [name: string, path: string, shape: z.ZodType];
  /** The coin that the wallet has to have; any will do without. */
  method?: string;
}

/** What can be known without making anything: the key and its rights, the store, and its wallet. */
export function probeBtcpay(
  io: Pick<Io, 'http'>,
  storeId: string,
  call: (path: string) => OutgoingCall,
  { needed, read: [reading, path, shape], method }: Needs,
): Promise<Probe> {
  return probe([
    [
      'sign in with the API key',
      async () => {
        const read = await attempt(io, call('/api-keys/current'), currentKey);
        if (read.kind !== 'done') return read;
        const has = (right: string) =>
          read.value.permissions.some((each) => each === right || each === `${right}:${storeId}`);
        const missing = whole.some(has)
          ? []
          : needed.map((name) => `btcpay.store.${name}`).filter((each) => !has(each));
        return missing.length === 0
          ? { kind: 'done', value: 'the key has the permissions' }
          : wrong(`the key lacks ${missing.join(', ')} for store ${storeId}`);
      },
    ],
    [reading, async () => mapDone(await attempt(io, call(path), shape), () => 'ok')],
    [
      'have a wallet',
      async () => {
        const read = await attempt(io, call(`/stores/${storeId}/payment-methods?onlyEnabled=true`), enabledMethods);
        if (read.kind !== 'done') return read;
        const ids = read.value.flatMap(({ paymentMethodId, enabled }) => (enabled ? [paymentMethodId] : []));
        const has = method === undefined ? ids.length > 0 : ids.includes(method);
        return has
          ? { kind: 'done', value: ids.join(', ') }
          : wrong(`store ${storeId} has no wallet${method === undefined ? ' that takes payments' : ` for ${method}`}`);
      },
    ],
  ]);
}
