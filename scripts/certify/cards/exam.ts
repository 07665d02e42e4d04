import type { Strike } from '#server/demo/stand-ins/strike.ts';
import { connect } from '../connect.ts';
import { raise } from '../raise.ts';
import { Triggers, type Exam, type Trial } from '../trial.ts';
import type { World } from '../world.ts';
import { cardBooks } from './books.ts';
import { lied } from './common.ts';
import { kills } from './kills.ts';
import { CardPath } from './path.ts';
import type { CardProvider } from './provider.ts';

interface Examined<Lie extends string> {
  adapter: string;
  fields: Record<string, string>;
  /** Of these fields. */
  secrets: string[];
  provider: CardProvider<Lie>;
  onStrike: (strike: Strike) => void;
  /** Where the provider's events go. */
  onHook: (hook: string) => void;
  ownLies: (path: CardPath<Lie>) => Trial[];
  close: () => Promise<void>;
}

/** The examination of an adapter for payments by card. */
export async function cardExam<Lie extends string>(world: World, of: Examined<Lie>): Promise<Exam> {
  const { adapter, fields, provider } = of;
  const triggers = new Triggers();
  of.onStrike(triggers.strike);
  const { id, hook } = await connect(world, { adapter, fields });
  of.onHook(hook);
  const client = await world.newClient();
  await raise(world, client);
  const [wallet] = await world.ask(client, 'POST /api/wallets', {});
  const path = new CardPath({ world, provider, triggers }, client, wallet?.id ?? '');
  return {
    trials: [...lied(path), ...of.ownLies(path), ...kills(path)],
    books: () => cardBooks(world, provider, id),
    calm() {
      triggers.clear();
      provider.honest();
    },
    secrets: of.secrets,
    close: of.close,
  };
}
