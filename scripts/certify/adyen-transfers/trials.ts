import type { Act } from '#server/demo/stand-ins/adyen-transfers/acts.ts';
import type { Books } from '#server/demo/stand-ins/adyen-transfers/books.ts';
import type { LieName } from '#server/demo/stand-ins/adyen-transfers/server.ts';
import type { PayoutPath } from '../payouts/path.ts';
import { railTrials, returned, trialsOf } from '../payouts/trials.ts';
import type { Trial, Verdict } from '../trial.ts';

type Path = PayoutPath<Act, LieName>;

/** All trials of Adyen's transfers. */
export function adyenTransfersTrials(path: Path, books: Books): Trial[] {
  const { trial, happens, answers } = trialsOf(path);
  const own = [
    happens('2 to another holder, said only in the status', ['pay_another', 'credit'], 'sent', 'payee'),
    happens('3 less, after a fee', ['book_less', 'credit'], 'sent', 'amount'),
    happens('3 in another currency', ['book_otherwise', 'credit'], 'sent', 'amount'),
    happens('5 less comes back than was sent', ['book', 'return_less'], 'sent', 'amount'),
    trial('return', '6 the return names no reference', () => returned(path, 'no_reference')),
    answers('7 booked before it is answered', 'booked_before_answer', (id) => path.ends(id, 'sent')),
    trial('payout', '10 waits for a working day, and is paid then', () => waited(path, books)),
    happens('refused after it was accepted', ['authorise', 'refuse'], 'approved', 'not_started'),
    answers('refused at once: the account is closed', 'closed_account', (id) =>
      path.ends(id, 'approved', ['not_started'], 0),
    ),
  ];
  return railTrials(path, own);
}

async function waited(path: Path, books: Books): Promise<Verdict> {
  const { id, payout } = await path.ordered();
  path.act(payout, 'wait');
  await path.settled();
  await path.reaches(id, 'ordered');
  books.transferOf(payout).status = 'received';
  path.arrive(payout);
  return path.ends(id, 'completed');
}
