import { startStripe, standInKey, standInSecret } from '../../stand-ins/stripe/server.ts';
import { connect } from '../connect.ts';
import { raise } from '../raise.ts';
import { Triggers, type Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { stripeBooks } from './books.ts';
import { kills } from './kills.ts';
import { commonLies, ownLies } from './lies.ts';
import { CardPath } from './path.ts';

export async function stripeExam(world: World): Promise<Exam> {
  const stripe = await startStripe({ now: world.now });
  const triggers = new Triggers();
  stripe.strike = triggers.strike;
  const { id, hook } = await connect(world, {
    adapter: 'stripe',
    fields: { only_cards: 'true', stand_in: stripe.url, api_key: standInKey, webhook_secret: standInSecret },
  });
  stripe.delivery.hook = hook;
  const client = await world.newClient();
  await raise(world, client);
  const [wallet] = await world.ask(client, 'POST /api/wallets', {});
  const path = new CardPath({ world, stripe, triggers }, client, wallet?.id ?? '');
  return {
    trials: [...commonLies(path), ...ownLies(path), ...kills(path)],
    movesMoney: true,
    books: () => stripeBooks(world, stripe, id),
    calm() {
      triggers.clear();
      stripe.honest();
    },
    secrets: [standInKey, standInSecret],
    close: () => stripe.close(),
  };
}
