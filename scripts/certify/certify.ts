import { switchOff } from './connect.ts';
import { adyenExam } from './adyen/exam.ts';
import { adyenTransfersExam } from './adyen-transfers/exam.ts';
import { bucketExam, sftpExam } from './bank/exam.ts';
import { btcpayExam } from './btcpay/exam.ts';
import { btcpayPayoutsExam } from './btcpay-payouts/exam.ts';
import { examine, type Row } from './examine.ts';
import { hostedPageExam } from './hosted-page/exam.ts';
import { messagesExam } from './messages/exam.ts';
import { sumsubExam } from './sumsub/exam.ts';
import { stripeExam } from './stripe/exam.ts';
import { stripePayoutsExam } from './stripe-payouts/exam.ts';
import type { Exam, Trial } from './trial.ts';
import { openWorld, type World } from './world.ts';
import { yenteExam } from './yente/exam.ts';

const exams = {
  stripe: stripeExam,
  stripe_payouts: stripePayoutsExam,
  adyen: adyenExam,
  adyen_transfers: adyenTransfersExam,
  btcpay: btcpayExam,
  btcpay_payouts: btcpayPayoutsExam,
  hosted_page: hostedPageExam,
  twilio: messagesExam('twilio'),
  http_gateway: messagesExam('http_gateway'),
  yente: yenteExam,
  sumsub: sumsubExam,
  bank_sftp: sftpExam,
  bank_s3: bucketExam,
} satisfies Record<string, (world: World) => Promise<Exam>>;
export type AdapterName = keyof typeof exams;
export const adapterNames = Object.keys(exams) as AdapterName[];

export interface Options {
  /** One kill of each path in place of three, and nothing that waits for a time-out. */
  isShort?: boolean;
  /** So many kills more, over all moments of the calls. */
  kills?: number;
  /** Only trials whose path and name hold one of these; all without any. */
  only?: readonly string[];
  /** Where the data of a demo are that it begins with a copy of. */
  seed?: string;
  say?: (text: string) => void;
}

export interface Certificate {
  adapter: AdapterName;
  rows: Row[];
  kills: number;
  seconds: number;
}

/** Puts adapters to the test one after the other, on a server, a database and stand-ins of its own, and ends them all. */
export async function certify(names: readonly AdapterName[], options: Options = {}): Promise<Certificate[]> {
  const world = await openWorld({}, options.seed);
  try {
    const certificates: Certificate[] = [];
    for (const name of names) certificates.push(await certifyOne(world, name, options));
    return certificates;
  } finally {
    await world.close();
  }
}

async function certifyOne(
  world: World,
  adapter: AdapterName,
  { isShort = false, kills = 0, only = [], say = () => {} }: Options,
): Promise<Certificate> {
  const began = Date.now();
  const killedBefore = world.kills();
  const exam = await exams[adapter](world);
  try {
    const chosen = isShort ? shortened(exam) : exam.trials;
    const named = chosen.filter(
      ({ path, name }) => only.length === 0 || only.some((words) => `${path} ${name}`.includes(words)),
    );
    const trials = [...named, ...furtherKills(exam, kills)];
    const rows = await examine(world, exam, trials, say);
    const seconds = Math.round((Date.now() - began) / 1000);
    return { adapter, rows, kills: world.kills() - killedBefore, seconds };
  } finally {
    await switchOff(world, adapter);
    await exam.close();
  }
}

/** The first path is struck at the second moment, the next one at the third, and so on. */
function shortened({ trials }: Exam): Trial[] {
  const kills = trials.filter(({ kind }) => kind === 'kill');
  const kept = new Set(kills.filter((_, index) => index % 4 === 1));
  return trials.filter((each) => !each.isLong && (each.kind !== 'kill' || kept.has(each)));
}

/** All moments in turn. */
function furtherKills({ trials }: Exam, count: number): Trial[] {
  const kills = trials.filter(({ kind }) => kind === 'kill');
  return Array.from({ length: count }, (_, number) => kills[number % kills.length]).flatMap((each) =>
    each ? [{ ...each, name: `${each.name}, again` }] : [],
  );
}
