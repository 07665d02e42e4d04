import type { Act } from '#server/demo/stand-ins/stripe-payouts/acts.ts';
import {
  standInFinancialAccount,
  startStripePayouts,
  type LieName,
  type StripePayoutsStandIn,
} from '#server/demo/stand-ins/stripe-payouts/server.ts';
import { standInKey, standInSecret } from '#server/demo/stand-ins/stripe/server.ts';
import { railExam } from '../payouts/exam.ts';
import type { Rail } from '../payouts/rail.ts';
import type { Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { stripePayoutsTrials } from './trials.ts';

const railOf = (standIn: StripePayoutsStandIn): Rail<Act, LieName> => ({
  standIn,
  calls: {
    rules: { method: 'GET', path: /\/payout_methods_bank_account_spec$/ },
    recipient: { method: 'POST', path: /^\/v2\/core\/accounts$/ },
    method: { method: 'POST', path: /\/outbound_setup_intents$/ },
    send: { method: 'POST', path: /\/outbound_payments$/ },
    read: { method: 'GET', path: /\/outbound_payments$/ },
  },
  country: 'US',
  destination: {
    scheme: 'us_routing',
    country: 'US',
    account: '000123456789',
    details: {
      routing_number: '021000021',
      account_type: 'current',
      address: '1 High Street, 62701',
      town: 'Springfield',
    },
  },
  arrival: { act: 'arrive', events: 2 },
  madeOf: (reference) => standIn.books.paymentsOf(reference).map(({ id }) => id),
  isNew: (id) => standIn.books.paymentOf(id).status === 'processing',
  net: () => standIn.books.net(),
  announceUnknown: () => standIn.books.tell({ id: 'obp_test_unknown' }, 'posted'),
});

export async function stripePayoutsExam(world: World): Promise<Exam> {
  const standIn = await startStripePayouts({ now: world.now });
  return railExam(world, {
    adapter: 'stripe_payouts',
    fields: {
      financial_account: standInFinancialAccount,
      stand_in: standIn.url,
      api_key: standInKey,
      webhook_secret: standInSecret,
    },
    rail: railOf(standIn),
    trials: stripePayoutsTrials,
    secrets: [standInKey, standInSecret],
  });
}
