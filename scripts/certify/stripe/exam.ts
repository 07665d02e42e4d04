import { startStripe, standInKey, standInSecret } from '#server/demo/stand-ins/stripe/server.ts';
import { cardExam } from '../cards/exam.ts';
import type { Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { ownLies } from './lies.ts';
import { stripeProvider } from './provider.ts';

export async function stripeExam(world: World): Promise<Exam> {
  const stripe = await startStripe({ now: world.now });
  return cardExam(world, {
    adapter: 'stripe',
    fields: { only_cards: 'true', stand_in: stripe.url, api_key: standInKey, webhook_secret: standInSecret },
    secrets: [standInKey, standInSecret],
    provider: stripeProvider(stripe),
    onStrike: (strike) => void (stripe.strike = strike),
    onHook: (hook) => void (stripe.delivery.hook = hook),
    ownLies: ownLies(stripe),
    close: () => stripe.close(),
  });
}
