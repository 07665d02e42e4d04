import { moments } from '#server/demo/stand-ins/strike.ts';
import type { CommonLie } from '#server/demo/stand-ins/http-stand-in.ts';
import type { SmsLie } from '#server/demo/stand-ins/sms/books.ts';
import { commonTrials } from '../common-lies.ts';
import { killName, struck } from '../kill.ts';
import type { Trial } from '../trial.ts';
import { until } from '../world.ts';
import type { Code, PhonePath } from './path.ts';

type AnyLie = SmsLie | CommonLie;

/** What the twelve lies have to end as, and with how many messages at the provider. */
const own: readonly [name: string, lie: SmsLie, delivery: 'delivered' | 'failed' | 'sent', messages: number][] = [
  ['1 accepted, then failed', 'filtered', 'failed', 1],
  ['2 delivered before sent', 'delivered_before_sent', 'delivered', 1],
  ['3 a report about an unknown message', 'unknown_sid', 'delivered', 1],
  ['4 reports with a wrong signature', 'internal_url', 'sent', 1],
  ['5 two opposite reports', 'opposite', 'delivered', 1],
  ['6 the answer comes after 29 seconds', 'slow', 'delivered', 1],
  ['7 limited', 'too_many', 'failed', 0],
  ['8 the recipient wants none', 'unsubscribed', 'failed', 0],
  ['9 another number in the answer', 'moved', 'failed', 1],
  ['10 sent for ever', 'sent_for_ever', 'sent', 1],
  ['11 a price a hundred times too high', 'price', 'delivered', 1],
  ['12 delivered twice', 'twice', 'delivered', 1],
];

/** Plans a lie for the next call of one kind. */
const lieIn = ({ triggers, sms, calls }: PhonePath, call: 'send' | 'read', lie: AnyLie) =>
  triggers.once({ moment: 'before', ...calls[call], act: () => sms.lie(lie) });

export function messageTrials(path: PhonePath): Trial[] {
  const { world, sms, calls } = path;
  const sent = async (lie: AnyLie) => {
    const used = lieIn(path, 'send', lie);
    const code = await path.request();
    await used;
    // Reports follow the answer.
    await until('reports', async () => ((await isQuiet(sms)) ? true : undefined));
    return code;
  };
  /** Read only later, a report would be read at the moment of the next trial. */
  const isRead = async (code: Code) => {
    // The claim of a server that has died ends.
    await world.pass(61);
    await until('its report is read', async () => ((await path.deliveryOf(code)) === 'delivered' ? true : undefined));
  };
  return [
    ...commonTrials(
      {
        // The busy one has done nothing; the message counts as failed once its code has expired.
        send: async (lie) =>
          path.ends(await sent(lie), lie === 'busy' ? 'failed' : 'delivered', lie === 'busy' ? 0 : 1),
      },
      ['silence', 'busy'],
    ),
    ...commonTrials({
      async 'read after a report'(lie) {
        const used = lieIn(path, 'read', lie);
        const code = await path.request();
        await used;
        await isRead(code);
        return path.ends(code, 'delivered');
      },
    }),
    ...own.map(([name, lie, delivery, messages]) => ({
      path: 'send',
      name,
      kind: 'own' as const,
      isLong: lie === 'slow',
      run: async () => {
        const code = await sent(lie);
        if (lie === 'internal_url' && !sms.reported.slice(-2).every((status) => status === 401))
          throw new Error(`answered ${sms.reported.slice(-2).join(', ')}`);
        return path.ends(code, delivery, messages);
      },
    })),
    ...moments.map((moment) => ({
      path: 'send',
      name: killName[moment],
      kind: 'kill' as const,
      run: async () => {
        const code = await struck(path, { call: calls.send, moment }, () => path.request());
        const isLost = moment === 'before';
        return path.ends(code, isLost ? 'failed' : 'delivered', isLost ? 0 : 1);
      },
    })),
    ...moments.map((moment) => ({
      path: 'read after a report',
      name: killName[moment],
      kind: 'kill' as const,
      run: async () => {
        const code = await struck(path, { call: calls.read, moment }, () => path.request());
        await isRead(code);
        return path.ends(code, 'delivered');
      },
    })),
  ].map((trial) => ({ ...trial, run: () => trial.run().finally(() => world.revive()) }));
}

/** Whether no report has come for a moment. */
async function isQuiet(sms: PhonePath['sms']): Promise<boolean> {
  const before = sms.reported.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return sms.reported.length === before;
}
