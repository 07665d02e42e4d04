import { startBucketBank } from '#server/demo/stand-ins/bank/by-bucket.ts';
import { startBank } from '#server/demo/stand-ins/bank/server.ts';
import { connect } from '../connect.ts';
import { Withdrawals } from '../payouts/withdrawals.ts';
import { Triggers, type Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { bankBooks } from './books.ts';
import { BankPath } from './path.ts';
import { bucketWire } from './s3.ts';
import { sftpWire } from './sftp.ts';
import { bankTrials, type Wire } from './trials.ts';

const iban = { scheme: 'iban', country: 'DE', account: 'DE02120300000000202051' };

const clockOf = (world: World) => ({ now: () => new Date(world.now() * 1000) });

/** A bank that is reached by its own server. */
export const sftpExam = async (world: World): Promise<Exam> =>
  bankExam(world, sftpWire(await startBank(clockOf(world))));

/** A bank that is reached by a bucket. */
export const bucketExam = async (world: World): Promise<Exam> =>
  bankExam(world, bucketWire(await startBucketBank(clockOf(world))));

async function bankExam(world: World, wire: Wire): Promise<Exam> {
  const { adapter, fields, bank, secrets } = wire;
  const triggers = new Triggers();
  wire.onStrike(triggers.strike);
  const { id } = await connect(world, { adapter, fields });
  const path = new BankPath({ world, bank, triggers }, await Withdrawals.open(world, iban));
  return {
    trials: bankTrials(path, wire),
    books: () => bankBooks(world, bank, id),
    secrets,
    calm() {
      triggers.clear();
      wire.honest();
    },
    close: () => wire.close(),
  };
}
