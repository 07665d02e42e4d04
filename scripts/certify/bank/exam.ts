import { standInPassword, startBank } from '#server/demo/stand-ins/bank/server.ts';
import { connect } from '../connect.ts';
import { Withdrawals } from '../payouts/withdrawals.ts';
import { Triggers, type Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { bankBooks } from './books.ts';
import { BankPath } from './path.ts';
import { bankTrials } from './trials.ts';

const iban = { scheme: 'iban', country: 'DE', account: 'DE02120300000000202051' };

export async function bankExam(world: World): Promise<Exam> {
  const bank = await startBank({ now: () => new Date(world.now() * 1000) });
  const triggers = new Triggers();
  bank.sftp.onStrike(triggers.strike);
  await connect(world, { adapter: 'bank_sftp', fields: bank.fields });
  const path = new BankPath({ world, bank, triggers }, await Withdrawals.open(world, iban));
  return {
    trials: bankTrials(path),
    books: () => bankBooks(world, bank),
    secrets: [standInPassword],
    calm() {
      triggers.clear();
      bank.honest();
    },
    close: () => bank.close(),
  };
}
