import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker, type TransferListItem } from 'node:worker_threads';

type ThreadReply<Result> = { content: Result; failure?: never } | { content?: never; failure: string };

/** In the sources every file has its own path; in the bundle, this one is part of the server's. */
const fromSources = import.meta.url.endsWith('.ts');
const serverFolder = new URL(fromSources ? '../' : './', import.meta.url);

/** A thread does not load TypeScript, even where the process does. */
const loadSources = (tsconfig: string, address: URL) => `
  import('tsx/esm/api').then(({ register }) => {
    register({ tsconfig: ${JSON.stringify(tsconfig)} });
    return import(${JSON.stringify(address.href)});
  })`;

interface Bounds {
  /** How long a piece of work may take: then the thread ends, and the next piece starts another. */
  maxMs: number;
  heapMegabytes: number;
}

/**
 * Work that is pure computing, one piece after the other in a thread of its own, because it would block the server. The
 * file behind it calls `serveThread`, and is named in scripts/build.ts, which bundles it.
 * @param file below src/server, without its ending
 * @param ending of the source: `ts` or `tsx`
 * @param bounds for work on what strangers made
 */
export function openThread<Result>(
  file: string,
  ending: 'ts' | 'tsx',
  bounds?: Bounds,
): (message: object, transfer?: TransferListItem[]) => Promise<Result> {
  const address = new URL(`${file}.${fromSources ? ending : 'js'}`, serverFolder);
  let worker: Worker | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** It keeps no process alive; if it dies, the next piece of work starts another. */
  function start(): Worker {
    const resourceLimits = bounds && { maxOldGenerationSizeMb: bounds.heapMegabytes };
    const opened = fromSources
      ? new Worker(loadSources(fileURLToPath(new URL('tsconfig.json', serverFolder)), address), {
          eval: true,
          resourceLimits,
        })
      : new Worker(address, { resourceLimits });
    opened.unref();
    opened.once('exit', () => {
      if (worker === opened) worker = undefined;
    });
    return opened;
  }

  async function work(message: object, transfer: TransferListItem[]): Promise<Result> {
    const input = (worker ??= start());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    input.postMessage(message, transfer);
    const signal = bounds && AbortSignal.timeout(bounds.maxMs);
    const [{ content, failure }] = (await once(input, 'message', { signal }).catch(async (error: unknown) => {
      await input.terminate();
      throw error;
    })) as [ThreadReply<Result>];
    if (failure !== undefined) throw new Error(`not done in ${file}: ${failure}`);
    return content;
  }

  return (message, transfer = []) => {
    const done = queue.then(() => work(message, transfer));
    queue = done.catch(() => undefined);
    return done;
  };
}
