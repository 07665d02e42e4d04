import { commonLies, type CommonLie } from '#server/demo/stand-ins/http-stand-in.ts';
import type { Trial, Verdict } from './trial.ts';

/** The lies of any server, each to the call of each path. One that is silent lasts as long as our time-outs. */
export const commonTrials = (
  paths: Record<string, (lie: CommonLie) => Promise<Verdict>>,
  longLies: readonly CommonLie[] = ['silence'],
): Trial[] =>
  Object.entries(paths).flatMap(([path, run]) =>
    commonLies.map((lie) => ({
      path,
      name: lie,
      kind: 'common' as const,
      isLong: longLies.includes(lie),
      run: () => run(lie),
    })),
  );
