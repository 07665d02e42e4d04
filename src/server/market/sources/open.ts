import type { App } from '#server/platform/app.ts';
import { httpSource } from './http.ts';
import { simulatedSource } from './simulated.ts';
import type { Source } from './source.ts';
import { webSocketSource } from './websocket.ts';

/** The source that the settings name. It listens once it is started. */
export function openSource({ config: { market }, clock, log }: Pick<App, 'config' | 'clock' | 'log'>): Source {
  const { feed, seed, url = '' } = market;
  if (feed === 'simulated') return simulatedSource(seed);
  const open = feed === 'http' ? httpSource : webSocketSource;
  return open({ ...market, url }, { now: () => clock.now(), log });
}
