import { sql } from '#server/platform/db/sql.ts';
import { connectionInUse } from '#test/connections/connections.ts';
import {
  standInFinancialAccount,
  startStripePayouts,
  stripeStandInKey,
  stripeStandInSecret,
  type StripePayoutsStandIn,
} from '#test/external-services/stand-ins.ts';
import type { Replied, Session, TestServer } from '#test/server.ts';
import { atStandIn, type AtStandIn } from './cards.ts';
import { asker, confirmedDestination, newPayer, submitted, type Payer } from './payments.ts';

export const american = {
  scheme: 'us_routing',
  country: 'US',
  account: '000123456789',
  details: {
    routing_number: '021000021',
    account_type: 'current',
    address: '1 High Street, 62701',
    town: 'Springfield',
  },
};

/** The calls of the adapter that matter. */
const paths = {
  rules: ['GET', /\/payout_methods_bank_account_spec$/],
  recipient: ['POST', /\/core\/accounts$/],
  method: ['POST', /\/outbound_setup_intents$/],
  send: ['POST', /\/outbound_payments$/],
  list: ['GET', /\/outbound_payments$/],
  payee: ['GET', /\/core\/accounts\/\w+$/],
  entries: ['GET', /\/transactions$/],
} as const;
export type StripeCall = keyof typeof paths;
type Lie = Parameters<StripePayoutsStandIn['lie']>[0];

export interface StripePayouts extends AtStandIn {
  stripe: StripePayoutsStandIn;
  /** A withdrawal of 100 from 500 that is approved. */
  approved(destination?: object, country?: string): Promise<{ id: string; payer: Payer }>;
  send(id: string): Promise<Replied<'POST /api/staff/payments/send-payout'>>;
  /** What the stand-in has of a withdrawal, the earliest first. */
  paymentsOf(id: string): Promise<string[]>;
  /** Plans a lie for the next call of one kind. */
  lieIn(call: StripeCall, lie: Lie): void;
  /** Lets time pass, and asks the provider. */
  watch(ms: number): Promise<void>;
}

/** A connection to the stand-in for payouts by Stripe, by which a person of finance pays. */
export async function openStripePayouts(server: TestServer, finance: Session): Promise<StripePayouts> {
  const stripe = await startStripePayouts({ now: () => Math.floor(server.clock.now().getTime() / 1000) });
  const connection = await connectionInUse(server, {
    port: 'payouts',
    adapter: 'stripe_payouts',
    value: { name: 'Payouts', settings: { financial_account: standInFinancialAccount, stand_in: stripe.url } },
    secrets: { api_key: stripeStandInKey, webhook_secret: stripeStandInSecret },
  });
  const ask = asker(server);
  return {
    stripe,
    ...atStandIn(server, connection, stripe),
    async approved(destination = american, country = 'US') {
      const payer = await newPayer(server, 3, 50_000n);
      await server.db.run(sql`update person set country = ${country} where id = ${payer.session.user.id}`);
      const id = await submitted(server, payer, await confirmedDestination(server, payer, destination), '100');
      for (const act of ['assign', 'approve'] as const)
        await ask(`POST /api/staff/payments/${act}`, finance, { payment_id: id });
      return { id, payer };
    },
    send: (id) => ask('POST /api/staff/payments/send-payout', finance, { payment_id: id }),
    async paymentsOf(id) {
      const orders = await server.db.rows<{ reference: string }>(sql`
        select reference from provider_payout where payment_id = ${id} order by created_at`);
      return orders.flatMap(({ reference }) => stripe.books.paymentsOf(reference).map((each) => each.id));
    },
    lieIn(call, lie) {
      const [wanted, pattern] = paths[call];
      let isDue = true;
      stripe.onStrike((moment, path, method) => {
        if (!isDue || moment !== 'before' || method !== wanted || !pattern.test(path)) return;
        isDue = false;
        stripe.lie(lie);
      });
    },
    async watch(ms) {
      server.clock.advance(ms);
      await server.app.jobs.run('payments.providers');
    },
  };
}
