import { sql } from '#server/platform/db/sql.ts';
import type { Act } from '#server/demo/stand-ins/stripe-payouts/acts.ts';
import type { LieName } from '#server/demo/stand-ins/stripe-payouts/server.ts';
import type { PayoutPath } from '../payouts/path.ts';
import { railTrials, trialsOf } from '../payouts/trials.ts';
import type { Trial, Verdict } from '../trial.ts';

type Path = PayoutPath<Act, LieName>;

/** All trials of payouts by Stripe. */
export function stripePayoutsTrials(path: Path): Trial[] {
  const { trial, happens, answers, delivered } = trialsOf(path);
  const notStarted = (id: string) => path.ends(id, 'approved', ['not_started'], 0);
  const own = [
    happens('2 to another recipient, said only by what it names', ['pay_another', 'arrive'], 'sent', 'payee'),
    happens('2 to another account of the recipient', ['pay_elsewhere', 'arrive'], 'sent', 'payee'),
    happens('3 less arrives, after a fee', ['credit_less', 'arrive'], 'sent', 'amount'),
    happens('3 more leaves than was ordered', ['debit_more', 'arrive'], 'sent', 'amount'),
    happens('3 arrives in another currency', ['credit_otherwise', 'arrive'], 'sent', 'amount'),
    happens('5 less comes back than was sent', ['post', 'return_less'], 'sent', 'amount'),
    happens('6 the return has no entry of the account', ['post', 'return_unbooked'], 'sent', 'amount'),
    answers('7 posted before it is answered', 'posted_before_answer', (id) => path.ends(id, 'sent')),
    answers(
      '8 the country is published no more',
      'country_gone',
      (id) => unpublished(path, id, notStarted(id)),
      'rules',
    ),
    answers('9 the recipient is looked at, and paid then', 'recipient_pending', (id) => path.endsPaid(id), 'recipient'),
    answers('9 the recipient may not be paid', 'recipient_restricted', notStarted, 'recipient'),
    answers('10 the account cannot be paid', 'method_refused', notStarted, 'method'),
    happens('10 reviewed, and failed after it was accepted', ['review', 'fail'], 'approved', 'not_started'),
    happens('11 canceled at Stripe after it was accepted', ['cancel'], 'approved', 'not_started'),
    answers('12 no money in the account', 'no_funds', notStarted),
    happens('reviewed, and paid then', ['review', 'arrive'], 'completed'),
    delivered('events of live mode', 'live_mode', 1),
    delivered('the second of two signatures is right', 'second_signature', 1),
    delivered('the first signature is ten minutes old', 'old_signature', 1, 401),
  ];
  return railTrials(
    path,
    [...own, trial('return', 'its entry comes later', () => bookedLater(path))],
    ['rules', 'recipient', 'method'],
  );
}

async function bookedLater(path: Path): Promise<Verdict> {
  const { id, payout } = await path.ordered();
  path.act(payout, 'post', 'return_unbooked');
  await path.settled();
  await path.reaches(id, 'sent');
  path.act(payout, 'book_return');
  return path.ends(id, 'failed', ['payout_returned']);
}

/** Other rules refuse such an account as well, so only the reason shows that this one does. */
const unpublished =
  ({ world }: Path, id: string, notStarted: Verdict): Verdict =>
  async () => {
    const problem = await notStarted();
    if (problem !== null) return problem;
    const { answer } = await world.db.one<{ answer: string | null }>(sql`
      select answer from provider_payout where payment_id = ${id} order by created_at desc limit 1`);
    return answer?.includes('publishes no bank accounts') ? null : `the reason is: ${answer}`;
  };
