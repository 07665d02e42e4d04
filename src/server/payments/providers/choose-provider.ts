import type { PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { Money } from '#server/platform/connections/outcome.ts';
import { sql } from '#server/platform/db/sql.ts';

/**
 * The providers of a method that serve a client in a currency and can take the amount, in the operator's order: whom it
 * serves is the client's country and tier. Play money is taken only in a demo, and real money only outside of one.
 */
export async function providersFor(
  app: App,
  clientId: string,
  method: PaymentMethod,
  of: { currency: string } | { amount: Money },
): Promise<OpenConnection<'payments'>[]> {
  const open = await app.connections.open('payments', { ...(await servedAs(app, clientId)), ...of });
  const amount = 'amount' in of ? of.amount : of;
  return open.filter(
    ({ port }) =>
      port.method === method && (port.live ?? !app.config.demo) === !app.config.demo && (port.takes?.(amount) ?? true),
  );
}

/** What decides which connections serve a client. */
export const servedAs = ({ db }: Pick<App, 'db'>, clientId: string) =>
  db.one<{ country: string; tier: string }>(sql`
    select c.country, b.tier from person c join client_benefit b on b.client_id = c.id where c.id = ${clientId}`);
