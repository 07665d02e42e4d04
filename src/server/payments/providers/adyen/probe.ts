import type { Io } from '#server/platform/connections/adapter.ts';
import type { Outcome, Probe } from '#server/platform/connections/outcome.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { attempt } from './attempt.ts';
import { paymentMethods } from './shapes.ts';
import { hmacKey } from './sign.ts';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';

interface Given {
  merchantAccount: string;
  onlyCards: boolean;
  hmacKeys: readonly string[];
  call: (merchantAccount: string) => OutgoingCall;
}

const wrong = (text: string): Outcome<string> => ({ kind: 'refused', code: 'settings', text, again: 'after_change' });

/** The form of the key; whether it is the right one shows with the first notification. */
export const hmacKeyStep = (keys: readonly string[]): readonly [string, () => Promise<Outcome<string>>] => [
  'HMAC key',
  async () =>
    keys.every((key) => hmacKey.test(key))
      ? { kind: 'done', value: '64 hexadecimal digits' }
      : wrong('not 64 hexadecimal digits, or still zeros'),
];

/** What can be known without moving anything: the form of the key, and what the merchant account may take. */
export function probeAdyen(
  io: Pick<Io, 'http'>,
  { merchantAccount, onlyCards, hmacKeys, call }: Given,
): Promise<Probe> {
  let types: string[] = [];
  return probe([
    hmacKeyStep(hmacKeys),
    [
      'read payment methods',
      async () => {
        const read = await attempt(io, call(merchantAccount), paymentMethods);
        if (read.kind !== 'done') return read;
        types = read.value.paymentMethods?.map(({ type }) => type) ?? [];
        return types.length > 0
          ? { kind: 'done', value: types.join(', ') }
          : wrong(`${merchantAccount} has no payment method`);
      },
    ],
    [
      'take cards',
      async () =>
        !onlyCards || types.includes('scheme')
          ? { kind: 'done', value: 'ok' }
          : wrong(`${merchantAccount} takes no cards (scheme)`),
    ],
  ]);
}
