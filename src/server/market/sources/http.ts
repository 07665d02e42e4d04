import { setTimeout as wait } from 'node:timers/promises';
import { priceBuffer } from './price-buffer.ts';
import { readTicks } from './read-ticks.ts';
import { pauseAfter } from './retry.ts';
import { maxBytes, timeoutMs, type ExternalSettings, type Surroundings } from './external.ts';
import type { Source } from './source.ts';

/** Polls an address; `{symbols}` in it becomes the source's names with commas between them. */
export function httpSource(settings: ExternalSettings, { now, log, firstPauseMs }: Surroundings): Source {
  const { receive, latest, bars } = priceBuffer();
  let names = '';
  let stopped: AbortController | undefined;
  let running: Promise<void> = Promise.resolve();

  async function ask(signal: AbortSignal): Promise<void> {
    const address = settings.url.replaceAll('{symbols}', encodeURIComponent(names));
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...settings.headers },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok) throw new Error(`the market source answers ${response.status}`);
    receive(readTicks(JSON.parse(await textOf(response)), settings.mapping, now()));
  }

  async function goOn(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const pauseMs = await ask(signal).then(
        () => {
          failures = 0;
          return settings.everyMs;
        },
        (error: unknown) => {
          failures += 1;
          if (!signal.aborted) log.warn({ reason: String(error), failures }, 'no market prices');
          return pauseAfter(failures, firstPauseMs);
        },
      );
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    simulated: false,
    latest,
    bars,
    start(symbols) {
      names = symbols.map((symbol) => settings.mapping.symbols[symbol] ?? symbol).join(',');
      if (stopped) return;
      stopped = new AbortController();
      running = goOn(stopped.signal);
    },
    async stop() {
      stopped?.abort();
      await running;
    },
  };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the market source answers too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
