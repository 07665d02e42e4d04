import type { Io } from '#server/platform/connections/adapter.ts';
import { mapDone, type Outcome, type Probe } from '#server/platform/connections/outcome.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { findByWire, readWire, type Wire } from '#server/platform/connections/wire.ts';
import { changes, payment } from './shapes.ts';

const tenMinutesS = 600;

/**
 * What can be known without making a payment: address, token, secret, clock; and that the service refuses calls that
 * are not signed now, because they could be anybody's.
 */
export function probeHostedPage(wire: Wire, io: Pick<Io, 'random'>, address: string): Promise<Probe> {
  const nothing = { purpose: 'test', ref: null, url: `${address}/payments`, query: { ref: 'atrium-test' } };

  const refuses = async (as: Parameters<Wire['call']>[1], what: string): Promise<Outcome<string>> => {
    const answer = await wire.call({ ...nothing, expects: 401 }, as);
    if (answer.failure !== null) return { kind: 'unknown', detail: answer.reason };
    return answer.status === 401
      ? { kind: 'done', value: 'refused with 401' }
      : {
          kind: 'refused',
          code: 'unchecked',
          text: `the service answers ${answer.status} to ${what} in place of 401`,
          again: 'after_change',
        };
  };

  return probe([
    [
      'look up a payment that does not exist',
      async () => {
        const found = findByWire(await wire.call({ ...nothing, expects: 404 }), payment);
        if (found.kind !== 'done') return found;
        return found.value === null
          ? { kind: 'done', value: 'the service knows the token and the signature' }
          : { kind: 'unknown', detail: 'the service finds a payment that there is not' };
      },
    ],
    [
      'list changes',
      async () => {
        const listed = await wire.call({ purpose: 'test', ref: null, url: `${address}/changes`, query: {} });
        return mapDone(readWire(listed, changes), ({ ids }) => `${ids.length} at first`);
      },
    ],
    [
      'be refused with another signature',
      () => refuses({ secret: io.random(16).toString('hex') }, 'a signature of another secret'),
    ],
    ['be refused with an old signature', () => refuses({ aheadS: -tenMinutesS }, 'a signature of ten minutes ago')],
  ]);
}
