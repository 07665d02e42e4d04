import { z } from 'zod';
import { importances } from '#contract/market/economy-names.ts';
import type { Config } from '#server/platform/config/config.ts';
import { maxBytes, timeoutMs } from '../sources/external.ts';
import type { EconomicSource, Span } from './source.ts';

export type EconomySettings = Config['economy'] & { url: string };

const figure = z
  .union([z.string().max(40), z.number().transform(String)])
  .nullish()
  .transform((text) => (text === undefined || text === '' ? null : text));

/** The generic shape: a list, or an object whose `events` is one. A time is ISO 8601. */
const message = z.object({
  id: z.union([z.string().max(100), z.number().transform(String)]),
  at: z.iso.datetime({ offset: true }),
  country: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
  title: z.string().trim().min(1).max(200),
  importance: z.enum(importances).catch('low'),
  actual: figure,
  forecast: figure,
  previous: figure,
});

/** Requests an address in which `{from}` and `{to}` become the days. Events that cannot be read are left out. */
export function httpEconomy({ url, headers }: EconomySettings): EconomicSource {
  return {
    simulated: false,
    async read({ from, to }: Span) {
      const address = url.replaceAll('{from}', dayOf(from)).replaceAll('{to}', dayOf(to));
      const response = await fetch(address, {
        headers: { accept: 'application/json', ...headers },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`the source of the calendar answers ${response.status}`);
      return eventsIn(JSON.parse(await textOf(response))).filter(({ at }) => at >= from && at < to);
    },
  };
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

function eventsIn(response: unknown) {
  const list = Array.isArray(response) ? response : z.object({ events: z.array(z.unknown()) }).parse(response).events;
  return list.flatMap((item: unknown) => {
    const { data } = message.safeParse(item);
    return data ? [{ ...data, at: new Date(data.at), title: () => data.title }] : [];
  });
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the source of the calendar answers too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
