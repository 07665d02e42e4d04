import type { Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';
import { mapDone, type Outcome, type Probe } from '#server/platform/connections/outcome.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { attempt } from './attempt.ts';
import { currentKey, enabledMethods, invoices } from './shapes.ts';

const needed = ['cancreateinvoice', 'canviewinvoices', 'canmodifyinvoices', 'canviewstoresettings'] as const;
/** Each of these rights contains all that are needed. */
const whole = ['btcpay.store.canmodifystoresettings', 'unrestricted'];

const wrong = (text: string): Outcome<string> => ({ kind: 'refused', code: 'settings', text, again: 'after_change' });

/** What can be known without making an invoice: the key and its rights, the store, and a wallet to be paid into. */
export function probeBtcpay(
  io: Pick<Io, 'http'>,
  storeId: string,
  call: (path: string) => OutgoingCall,
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
    [
      'read invoices of the store',
      async () => {
        const read = await attempt(io, call(`/stores/${storeId}/invoices?take=1`), invoices);
        return mapDone(read, () => 'ok');
      },
    ],
    [
      'have a wallet',
      async () => {
        const read = await attempt(io, call(`/stores/${storeId}/payment-methods?onlyEnabled=true`), enabledMethods);
        if (read.kind !== 'done') return read;
        const ids = read.value.flatMap(({ paymentMethodId, enabled }) => (enabled ? [paymentMethodId] : []));
        return ids.length > 0
          ? { kind: 'done', value: ids.join(', ') }
          : wrong(`store ${storeId} has no wallet that takes payments`);
      },
    ],
  ]);
}
