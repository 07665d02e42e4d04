import { connect, type NewConnection } from '../connect.ts';
import { Triggers, type Exam, type Trial } from '../trial.ts';
import type { World } from '../world.ts';
import { payoutBooks } from './books.ts';
import { PayoutPath } from './path.ts';
import type { Rail } from './rail.ts';

/** The examination of a payout rail whose stand-in runs. */
export async function railExam<Act extends string, Lie extends string>(
  world: World,
  {
    rail,
    trials,
    secrets,
    ...connection
  }: NewConnection & {
    rail: Rail<Act, Lie>;
    trials: (path: PayoutPath<Act, Lie>) => Trial[];
    secrets: string[];
  },
): Promise<Exam> {
  const triggers = new Triggers();
  rail.standIn.onStrike(triggers.strike);
  const { id, hook } = await connect(world, connection);
  rail.standIn.delivery.hook = hook;
  const path = await PayoutPath.open({ world, rail, triggers });
  return {
    trials: trials(path),
    books: () => payoutBooks(world, rail, id),
    calm() {
      triggers.clear();
      rail.standIn.honest();
    },
    secrets,
    close: () => rail.standIn.close(),
  };
}
