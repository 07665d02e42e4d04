import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { seedArticles } from './demo-articles.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  await seedArticles(server.app);
  await seedArticles(server.app);
});
afterAll(() => server.close());

const list = async (query: Record<string, string> = {}, language?: 'de') =>
  server.call('GET /api/articles/getAll', { as: ida, query, ...(language ? { language } : {}) });

describe('articles.list', () => {
  it('gives what is published, the latest first', async () => {
    const { data } = (await list()).body;
    expect(data).toHaveLength(6);
    expect(data[0]).toMatchObject({
      slug: 'how-to-read-the-week-ahead',
      category: 'market',
      language: 'en',
      reading_minutes: 2,
      published_at: new Date(server.clock.now().getTime() - 86_400_000).toISOString(),
    });
    const dates = data.map(({ published_at }) => published_at);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it.each(['de', 'ar'])('speaks %s where it can and English elsewhere', async (lang) => {
    const { data } = (await list({ lang })).body;
    expect(data.map(({ slug, language }) => `${slug} ${language}`)).toEqual([
      'how-to-read-the-week-ahead en',
      `how-an-ipo-allotment-works ${lang}`,
      'how-withdrawals-are-checked en',
      `reading-your-margin-level ${lang}`,
      'what-a-lock-up-means en',
      'what-diversification-can-do en',
    ]);
  });

  it('follows the language of the request when none is named', async () => {
    expect((await list({}, 'de')).body.data.filter(({ language }) => language === 'de')).toHaveLength(2);
    expect((await list({ lang: 'en' }, 'de')).body.data.filter(({ language }) => language === 'de')).toEqual([]);
  });

  it('holds back drafts, what was archived, and what is due later', async () => {
    const slugs = async () => (await list()).body.data.map(({ slug }) => slug);
    const [draft, archived, due] = (await slugs()) as [string, string, string];
    await server.db.run(sql`update article set status = 'draft' where slug = ${draft}`);
    await server.db.run(sql`update article set status = 'archived' where slug = ${archived}`);
    const dueAt = new Date(server.clock.now().getTime() + 3_600_000);
    await server.db.run(sql`update article set published_at = ${dueAt} where slug = ${due}`);
    expect(await slugs()).toHaveLength(3);
    server.clock.advance(3_600_000);
    expect(await slugs()).toEqual([due, expect.anything(), expect.anything(), expect.anything()]);
  });

  it('leaves out an article that has neither the language nor English', async () => {
    const { data } = (await list()).body;
    await server.db.run(sql`delete from article_text where article_id = ${data[0]?.id} and language = 'en'`);
    expect((await list()).body.data).toHaveLength(data.length - 1);
  });

  it('refuses an unknown language and an unknown filter', async () => {
    expect((await list({ lang: 'xx' })).refusal.errors?.['lang']?.[0]?.code).toBe('validation.choice');
    expect((await list({ tag: 'x' })).refusal.errors?.['tag']?.[0]?.code).toBe('validation.unknown_field');
  });

  it('asks to sign in', async () => {
    const { status, refusal } = await server.call('GET /api/articles/getAll', { as: server.browser() });
    expect([status, refusal.code]).toEqual([401, 'http.unauthenticated']);
  });
});
