import type { PayoutAct } from '#server/demo/stand-ins/btcpay/payout-acts.ts';
import type { LieName } from '#server/demo/stand-ins/btcpay/server.ts';
import type { PayoutPath } from '../payouts/path.ts';
import { railTrials, trialsOf } from '../payouts/trials.ts';
import type { Trial, Verdict } from '../trial.ts';

/** All trials of BTCPay's payouts. */
export function btcpayPayoutsTrials(path: PayoutPath<PayoutAct, LieName>): Trial[] {
  const { happens, answers, delivered } = trialsOf(path);
  const own = [
    happens('2 to another address', ['pay_another'], 'sent', 'payee'),
    happens('3 less than was ordered', ['pay_less'], 'sent', 'amount'),
    happens('12 completed without a proof', ['mark_paid'], 'sent', 'by_hand'),
    happens('sent, and not confirmed yet', ['send'], 'sent'),
    happens('cancelled before it is paid', ['cancel'], 'approved', 'not_started'),
    happens('cancelled after it was sent', ['send', 'cancel'], 'sent', 'by_hand'),
    answers('11 approved with an old revision', 'old_revision', (id) => path.endsPaid(id), 'approve'),
    answers('no rate, then one', 'no_rate', (id) => path.endsPaid(id), 'approve'),
    answers('too little to be sent: refused at once', 'too_low', (id) => path.ends(id, 'approved', ['not_started'], 0)),
    answers(
      'too little to be sent at its rate',
      'too_low',
      (id) => path.ends(id, 'approved', ['not_started']),
      'approve',
    ),
    answers('made to another address, and not approved', 'other_destination', (id) => cancelled(path, id)),
    delivered('5 delivered again by another id', 'redelivered', 2),
    delivered('9 right signature, another store', 'other_store', 2),
  ];
  return railTrials(path, own, ['prepare', 'approve']);
}

/** A person cancels it in BTCPay, after which staff pay otherwise. */
function cancelled(path: PayoutPath<PayoutAct, LieName>, id: string): Verdict {
  const ends = path.ends(id, 'approved', ['not_started', 'payee']);
  return async () => {
    const [payout] = await path.payoutsOf(id);
    if (payout) path.act(payout, 'cancel');
    return ends();
  };
}
