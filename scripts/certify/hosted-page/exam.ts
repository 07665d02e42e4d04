import { standInSecret, standInToken, startHostedPage } from '#server/demo/stand-ins/hosted-page/server.ts';
import { cardExam } from '../cards/exam.ts';
import type { Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { ownLies } from './lies.ts';
import { hostedPageProvider } from './provider.ts';

export async function hostedPageExam(world: World): Promise<Exam> {
  const service = await startHostedPage(world);
  return cardExam(world, {
    adapter: 'hosted_page',
    fields: { address: service.url, bearer: standInToken, signing_secret: standInSecret },
    secrets: [standInToken, standInSecret],
    provider: hostedPageProvider(service),
    onStrike: service.onStrike,
    onHook: (hook) => void (service.delivery.hook = hook),
    ownLies: ownLies(service),
    close: () => service.close(),
  });
}
