import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker, type TransferListItem } from 'node:worker_threads';

type Told<Answer> = { content: Answer; failure?: never } | { content?: never; failure: string };

/** In the sources every file stands where it is written; in the bundle, this one is part of the server's. */
const fromSources = import.meta.url.endsWith('.ts');
const serverFolder = new URL(fromSources ? '../' : './', import.meta.url);

/** A thread knows no TypeScript by itself, even where the process does. */
const loadSources = (tsconfig: string, address: URL) => `
  import('tsx/esm/api').then(({ register }) => {
    register({ tsconfig: ${JSON.stringify(tsconfig)} });
    return import(${JSON.stringify(address.href)});
  })`;

interface Bounds {
  /** So long a piece of work may take: then the thread ends, and the next piece starts another. */
  atMostMs: number;
  heapMegabytes: number;
}

/**
 * Work that is pure reckoning, one piece after the other in a thread of its own, for the server would answer nobody
 * meanwhile. The file behind it calls `answerAsked`, and is named in scripts/build.ts, which bundles it.
 * @param file below src/server, without its ending
 * @param ending of the source: `ts` or `tsx`
 * @param bounds for work on what strangers made
 */
export function openThread<Answer>(
  file: string,
  ending: 'ts' | 'tsx',
  bounds?: Bounds,
): (asked: object, transfer?: TransferListItem[]) => Promise<Answer> {
  const address = new URL(`${file}.${fromSources ? ending : 'js'}`, serverFolder);
  let worker: Worker | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** It keeps no process alive; should it die, the next piece of work starts another. */
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

  async function work(asked: object, transfer: TransferListItem[]): Promise<Answer> {
    const asking = (worker ??= start());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    asking.postMessage(asked, transfer);
    const signal = bounds && AbortSignal.timeout(bounds.atMostMs);
    const [{ content, failure }] = (await once(asking, 'message', { signal }).catch(async (error: unknown) => {
      await asking.terminate();
      throw error;
    })) as [Told<Answer>];
    if (failure !== undefined) throw new Error(`not done in ${file}: ${failure}`);
    return content;
  }

  return (asked, transfer = []) => {
    const done = queue.then(() => work(asked, transfer));
    queue = done.catch(() => undefined);
    return done;
  };
}
