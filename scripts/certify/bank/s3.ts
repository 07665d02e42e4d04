import type { BucketBank } from '#server/demo/stand-ins/bank/by-bucket.ts';
import type { BucketCall, BucketLie } from '#server/demo/stand-ins/s3/server.ts';
import type { Trial, Verdict } from '../trial.ts';
import type { BankPath, PlannedLie } from './path.ts';
import { leftOut, liedTo, type Wire } from './trials.ts';

const put: BucketCall = { method: 'PUT', path: /^in\// };
const look: BucketCall = { method: 'GET', path: /^in\// };
const list: BucketCall = { method: 'LIST', path: /^out\// };
const report: BucketCall = { method: 'GET', path: /^out\/.*pain\.002/ };

/** What the service may do at each call, after which the order is paid all the same. */
const paidAfter: Record<string, { call: BucketCall; lies: readonly BucketLie[]; isLong?: boolean }> = {
  put: { call: put, lies: ['fails_after', 'loses_answer', 'slow_down', 'refuses_key', 'refuses_condition'] },
  look: { call: look, lies: ['failed', 'slow_down', 'refuses_key', 'reset', 'html', 'elsewhere'] },
  list: { call: list, lies: ['failed', 'refuses_key', 'reset', 'html', 'repeats', 'elsewhere'], isLong: true },
  report: {
    call: report,
    lies: ['failed', 'refuses_key', 'reset', 'cut_off', 'html', 'missing', 'no_range'],
    isLong: true,
  },
};
/** It has answered nothing of use, and has not stored the order: it is looked for in vain, and staff ask the bank. */
const askedAfter: readonly BucketLie[] = ['failed', 'reset', 'html', 'elsewhere', 'forgets'];
const ofReadBack: readonly BucketLie[] = ['failed', 'cut_off', 'other_bytes', 'missing', 'no_range'];
/** They last as long as our time-out. */
const silences: Record<string, { call: BucketCall; lie: BucketLie }> = {
  put: { call: put, lie: 'silent' },
  look: { call: look, lie: 'silent' },
  list: { call: list, lie: 'silent' },
  report: { call: report, lie: 'stuck' },
};

/** A bucket that the bank reads and writes. */
export function bucketWire({ bank, bucket, fields, lies, close }: BucketBank): Wire {
  const planned = (call: BucketCall, name: BucketLie): PlannedLie => ({
    name,
    plan: () => bucket.lieAt(call, name),
    isToCome: () => bucket.isPlanned(),
  });
  /** The look before the order is put is a call of the same kind. */
  const plannedAfterPut = (path: BankPath, name: BucketLie): PlannedLie => {
    let isPut = false;
    const plan = () => {
      isPut = true;
      bucket.lieAt(look, name);
    };
    return {
      name,
      plan: () => path.triggers.once({ moment: 'done', ...put, act: plan }),
      isToCome: () => !isPut || bucket.isPlanned(),
    };
  };

  function trials(path: BankPath): Trial[] {
    const at = (where: string, trial: Trial): Trial => ({ ...trial, name: `${where}: ${trial.name}` });
    const asked = (lie: PlannedLie) => async () => path.endsPaidOrAsked(await path.lied(lie, () => path.released()));
    return [
      ...Object.entries(paidAfter).flatMap(([where, { call, lies: some, isLong = false }]) =>
        some.map((lie) => at(where, liedTo(path, planned(call, lie), { isLong }))),
      ),
      ...askedAfter.map((lie) => {
        const lied = planned(put, lie);
        return at('put', { ...liedTo(path, lied), run: asked(lied) });
      }),
      ...ofReadBack.map((lie) => at('read back', liedTo(path, plannedAfterPut(path, lie)))),
      ...Object.entries(silences).map(([where, { call, lie }]) => {
        const lied = planned(call, lie);
        const trial = liedTo(path, lied, { isLong: true });
        return at(where, where === 'put' ? { ...trial, run: asked(lied) } : trial);
      }),
      at('list', {
        ...liedTo(path, planned(list, 'hides_newest'), { isLong: true }),
        run: () => leftOut(path, planned(list, 'hides_newest')),
      }),
      at('list', {
        path: 'order',
        name: 'behind a thousand older files',
        kind: 'own',
        isLong: true,
        run: () => behindOlder(path),
      }),
      at('put', {
        ...liedTo(path, planned(put, 'shortens')),
        run: () => occupied(path, () => bucket.lieAt(put, 'shortens')),
      }),
      {
        path: 'order',
        name: 'another object has its name',
        kind: 'own',
        run: () =>
          occupied(path, (key) => bucket.objects.set(key, { body: Buffer.from('another'), changedAt: new Date() })),
      },
    ];
  }

  /** The bank keeps older files in a folder below: they come first, and fill a list of ours. */
  async function behindOlder(path: BankPath): Promise<Verdict> {
    const older = Array.from({ length: 1000 }, (_, number) => `out/2025/${number}.xml`);
    for (const key of older) bucket.objects.set(key, { body: Buffer.from('older'), changedAt: new Date() });
    try {
      const id = await path.released();
      await path.reaches(id, 'completed');
      return path.endsPaid(id);
    } finally {
      for (const key of older) bucket.objects.delete(key);
    }
  }

  /** What is there under its name is not replaced, and staff read why. Once the bank has removed it, the order is delivered. */
  async function occupied(path: BankPath, occupy: (key: string) => unknown): Promise<Verdict> {
    const { payment, number, release } = await path.made();
    const key = `in/${number}.xml`;
    occupy(key);
    await release();
    await path.fails(payment, /another file/);
    const found = bucket.objects.get(key);
    await path.triesAgain(payment);
    if (bucket.objects.get(key) !== found) throw new Error('what was there was replaced');
    bucket.objects.delete(key);
    return path.endsPaid(payment);
  }

  const of = (call: BucketCall) => (number: string) => ({
    ...call,
    path: new RegExp(String.raw`^in/.*${number}\.xml`),
  });
  return {
    adapter: 'bank_s3',
    bank,
    fields,
    secrets: [bucket.keys.secretKey],
    reportLies: lies,
    onStrike: (strike) => bucket.onStrike(strike),
    honest() {
      lies.clear();
      bucket.beHonest();
    },
    close,
    trials,
    losesAnswer: planned(put, 'loses_answer'),
    deliveries: {
      look: { call: of(look), isUnsent: () => true },
      put: { call: of(put), isUnsent: (moment) => moment === 'before' },
      'read back': { call: of(look), after: of(put), isUnsent: () => false },
    },
    fetches: { list, report },
    advice: { method: 'GET', path: /^out\/.*camt\.054/ },
  };
}
