import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { switchLanguage } from '../i18n/i18n.tsx';
import { read } from './read.ts';

beforeAll(() => switchLanguage('en'));
afterEach(() => vi.unstubAllGlobals());

type Line = { at: number; status?: number; headers?: object; says: object };
const lineOf = ({ at, status = 200, headers = {}, says }: Line) =>
  `${JSON.stringify({ at, status, headers })}\n${JSON.stringify(says)}\n`;

/** Answers what the page sends; the returned list grows with each request. */
function answer(reply: (path: string, sent: { reads: { call: string }[] }) => Response) {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    const given = JSON.parse((body as string | undefined) ?? 'null') as { reads: { call: string }[] };
    sent.push([path, given]);
    return reply(path, given);
  });
  return sent;
}

const wallets = () => read('POST /api/wallets', { body: {} });
const articles = () => read('GET /api/articles/getAll', { query: { lang: 'en' } });
const streamOf = (pieces: string[]) =>
  new Response(
    new ReadableStream({
      async start(body) {
        for (const piece of pieces) body.enqueue(new TextEncoder().encode(piece));
        body.close();
      },
    }),
  );

it('sends one read as it is', async () => {
  const sent = answer(() => Response.json([]));
  expect(await wallets()).toEqual([]);
  expect(sent).toEqual([['/api/wallets', {}]]);
});

it('sends those of one moment together, and gives each its own answer however the text is cut', async () => {
  const text = lineOf({ at: 1, says: { data: ['é'] } }) + lineOf({ at: 0, says: [] });
  const bytes = [...new TextEncoder().encode(text)];
  const sent = answer(
    () =>
      new Response(
        new ReadableStream({
          start(body) {
            for (const byte of bytes) body.enqueue(Uint8Array.of(byte));
            body.close();
          },
        }),
      ),
  );
  expect(await Promise.all([wallets(), articles()])).toEqual([[], { data: ['é'] }]);
  expect(sent).toEqual([
    ['/api/reads', { reads: [{ call: 'POST /api/wallets', body: {} }, { call: 'GET /api/articles/getAll?lang=en' }] }],
  ]);
});

it('refuses those that were refused, and leaves the others', async () => {
  answer((path) =>
    path === '/healthz'
      ? Response.json({})
      : streamOf([
          lineOf({ at: 0, status: 503, headers: { 'retry-after': '7' }, says: { code: 'http.busy', message: 'Busy' } }),
          lineOf({ at: 1, says: { data: [] } }),
        ]),
  );
  const [refused, answered, missing] = await Promise.allSettled([wallets(), articles(), wallets()]);
  expect(refused).toMatchObject({ reason: { status: 503, code: 'http.busy', retryAfterS: 7 } });
  expect(answered).toMatchObject({ value: { data: [] } });
  expect(missing).toMatchObject({ reason: { status: 0, code: 'network' } });
});

it('gives each the refusal of the whole', async () => {
  answer(() => Response.json({ code: 'http.too_many', message: 'Later' }, { status: 429 }));
  const all = await Promise.allSettled([wallets(), articles()]);
  expect(all).toMatchObject([{ reason: { code: 'http.too_many' } }, { reason: { code: 'http.too_many' } }]);
});

it('sends no more in one call than the server takes', async () => {
  const sent = answer((_, { reads }) => streamOf(reads.map((__, at) => lineOf({ at, says: [at] }))));
  const all = await Promise.all(Array.from({ length: 20 }, wallets));
  expect(all.flat()).toEqual([...Array(16).keys(), ...Array(4).keys()]);
  expect(sent.map(([path]) => path)).toEqual(['/api/reads', '/api/reads']);
});
