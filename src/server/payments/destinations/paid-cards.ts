import type { Destination, PaidCard } from '#contract/payments/endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { isNameOnCard } from '../bank-files/bank-text.ts';
import { readDestination, saveDestination } from './destinations.ts';
import { methodsByAccount, methodsOf } from '../methods.ts';
import { takesBack } from '../withdrawals/sources.ts';
import { lockClient } from '../payment-row.ts';

interface Card {
  depositId: string;
  method: PaymentMethod;
  fingerprint: string;
  account: string;
  /** The name on the card, as far as its provider says it. */
  holder: string | null;
  firstName: string;
  secondName: string;
  /** The destination that the card is saved as. */
  savedId: string | null;
}

/** Longer labels of destinations are cut. */
const labelLength = 40;

/** Cards of a client's credited deposits that meet a condition on `p`, each with its latest deposit. */
const readCards = (app: App, db: Queries, clientId: string, condition: Sql): Promise<Card[]> =>
  db.rows<Card>(sql`
    select distinct on (p.method, p.source) p.id as "depositId", p.method, p.source as fingerprint, p.source_label as account,
           (select v.holder from provider_payment v where v.payment_id = p.id) as holder,
           c.first_name as "firstName", c.second_name as "secondName", d.id as "savedId"
    from payment p join person c on c.id = p.client_id
    left join payment_destination d
      on d.client_id = p.client_id and d.method = p.method and d.fingerprint = p.source and d.removed_at is null
    where p.client_id = ${clientId} and p.kind = 'deposit' and p.state = 'credited' and p.source is not null
      and p.method = any(${methodsByAccount.filter((method) => methodsOf(app).includes(method))}::text[]) and ${takesBack} and ${condition}
    order by p.method, p.source, p.id desc`);

/** Cards that have paid in and are not saved as a destination: the client need not type their numbers again. */
export async function showPaidCards(app: App, clientId: string): Promise<PaidCard[]> {
  const cards = await readCards(app, app.db, clientId, sql`d.id is null`);
  return cards.map(({ depositId, method, account }) => ({ deposit_id: depositId, method, account }));
}

/**
 * Saves the card of a deposit as a destination. An emailed link confirms it as any other: that a card has paid in does
 * not prove who requests its money.
 * @throws Refusal `http.not_found`, `payments.destination_limit`
 */
export async function addPaidCard(
  app: App,
  me: Pick<Person, 'id' | 'fullName'>,
  language: Language,
  body: { deposit_id: string },
  key: string,
): Promise<Destination> {
  const intent = { ownerId: me.id, key, action: 'payments.add_paid_card', body };
  const id = await app.db.tx((tx) =>
    runIdempotent(app, tx, intent, async () => {
      await lockClient(tx, me.id);
      const [card] = await readCards(app, tx, me.id, sql`p.id = ${body.deposit_id}`);
      if (!card) throw notFound();
      if (card.savedId) return card.savedId;
      const label = app.text(language, `names.method_${card.method}`).slice(0, labelLength);
      return saveDestination(app, tx, me, {
        ...card,
        holder: holderOf(card, me),
        scheme: null,
        country: null,
        details: {},
        label,
      });
    }),
  );
  return readDestination(app.db, sql`d.id = ${id}`);
}

/** The client, unless the card says another name. */
const holderOf = ({ holder, firstName, secondName }: Card, { fullName }: Pick<Person, 'fullName'>): string =>
  holder === null || isNameOnCard(holder, [firstName, secondName]) ? fullName : holder;
