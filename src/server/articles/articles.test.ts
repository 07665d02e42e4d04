import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { seedArticles } from './demo-articles.ts';

let server: TestServer;
let ida: Session;
const translated = ['how-an-ipo-allotment-works', 'reading-your-margin-level'];
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  await seedArticles(server.app);
  await seedArticles(server.app);
  // German and Arabic keep two articles, Finnish none: the rest falls back to English.
  await server.db.run(sql`
    delete from article_text where language = 'fi' or (language in ('de', 'ar') and slug <> all (${translated}))`);
});
afterAll(() => server.close());

const list = async (query: Record<string, string> = {}, language?: 'de') =>
  server.call('GET /api/articles/getAll', { as: ida, query, ...(language ? { language } : {}) });
const slugs = async (query: Record<string, string> = {}) => (await list(query)).body.data.map(({ slug }) => slug);

describe('articles.list', () => {
  it('gives published articles, the latest first', async () => {
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

  it.each(['de', 'ar'])('is in %s where a translation exists, and in English elsewhere', async (lang) => {
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

  it.each<[words: string, lang: string, found: string[]]>([
    ['positions leverage', 'en', ['reading-your-margin-level', 'what-diversification-can-do']],
    // By its stem: the text says "losing"; "lottery" is another word.
    ['Withdrawal', 'en', ['how-withdrawals-are-checked']],
    // The beginning of a word, while it is typed.
    ['diversif', 'en', ['what-diversification-can-do']],
    ['Zuteilungen', 'de', ['how-an-ipo-allotment-works']],
    ['الهامش', 'ar', ['reading-your-margin-level']],
    // An article without a translation is searched in English.
    ['lock-up founders', 'de', ['what-a-lock-up-means']],
    // Split in the same way as the text.
    ['26.32', 'en', ['how-an-ipo-allotment-works']],
    ['nowhere to be found', 'en', []],
    [`xyzzy') | allotment:* & !( <-> "`, 'en', []],
  ])('finds %s in %s', async (words, lang, found) => {
    const got = await slugs({ words, lang });
    expect(got.toSorted()).toEqual(found.toSorted());
  });

  it('filters by category', async () => {
    expect(await slugs({ category: 'company' })).toEqual(['how-withdrawals-are-checked']);
    expect(await slugs({ category: 'market', words: 'allotment' })).toEqual([]);
  });

  it('puts articles with the word in the title first', async () => {
    expect((await slugs({ words: 'allotment' }))[0]).toBe('how-an-ipo-allotment-works');
  });

  it('gives no more than the limit', async () => {
    expect(await slugs({ limit: '2' })).toEqual((await slugs()).slice(0, 2));
    expect((await list({ limit: '101' })).refusal.errors?.['limit']?.[0]?.code).toBe('validation.max_value');
  });

  it('refuses an unknown language, category and filter', async () => {
    expect((await list({ lang: 'xx' })).refusal.errors?.['lang']?.[0]?.code).toBe('validation.choice');
    expect((await list({ category: 'x' })).refusal.errors?.['category']?.[0]?.code).toBe('validation.choice');
    expect((await list({ tag: 'x' })).refusal.errors?.['tag']?.[0]?.code).toBe('validation.unknown_field');
  });

  it('requires a session', async () => {
    const { status, refusal } = await server.call('GET /api/articles/getAll', { as: server.browser() });
    expect([status, refusal.code]).toEqual([401, 'http.unauthenticated']);
  });
});

describe('articles.find_titles', () => {
  const find = async (words: string, lang = 'en') =>
    server.call('GET /api/articles/getTitles', { as: ida, query: { words, lang } });
  const found = async (words: string, lang?: string) => (await find(words, lang)).body.articles.map(({ slug }) => slug);

  it.each<[words: string, lang: string, slugs: string[]]>([
    ['works allot', 'en', ['how-an-ipo-allotment-works']],
    ['Allotments', 'en', ['how-an-ipo-allotment-works']],
    // Only in the text.
    ['leverage', 'en', []],
    ['Zuteilungen', 'de', ['how-an-ipo-allotment-works']],
    // A translated title is not found by its English words, an untranslated one is.
    ['allotment', 'de', []],
    ['lock-up', 'de', ['what-a-lock-up-means']],
    ['works xyzzy', 'en', []],
    [`') | ("`, 'en', []],
    ['  ', 'en', []],
  ])('finds %s in %s by title', async (words, lang, slugs) => {
    expect(await found(words, lang)).toEqual(slugs);
  });

  it('gives no texts, and no more than five titles', async () => {
    const { articles } = (await find('how')).body;
    expect(articles[0]).toEqual({
      id: expect.any(String),
      slug: expect.any(String),
      title: expect.any(String),
      category: expect.any(String),
    });
    await server.db.run(sql`update article_text set words = words || setweight(to_tsvector('simple', 'quagga'), 'A')`);
    expect(await found('quagga')).toHaveLength(5);
  });
});

const show = (slug: string, lang: string) =>
  server.call('GET /api/articles/:slug', { as: ida, params: { slug }, query: { lang } });

describe('articles.show', () => {
  it('finds an article by its slug in any language', async () => {
    await server.db.run(sql`
      update article_text set slug = 'wie-eine-zuteilung-funktioniert'
      where language = 'de' and slug = 'how-an-ipo-allotment-works'`);
    for (const slug of ['wie-eine-zuteilung-funktioniert', 'how-an-ipo-allotment-works']) {
      expect((await show(slug, 'de')).body).toMatchObject({ language: 'de', slug: 'wie-eine-zuteilung-funktioniert' });
      expect((await show(slug, 'fi')).body).toMatchObject({ language: 'en', slug: 'how-an-ipo-allotment-works' });
    }
  });

  it('prefers the requested language where one slug leads to two articles', async () => {
    await server.db.run(sql`
      update article_text set slug = 'what-a-lock-up-means' where language = 'de' and slug = 'reading-your-margin-level'`);
    expect((await show('what-a-lock-up-means', 'de')).body.title).toContain('Margin-Level');
    expect((await show('what-a-lock-up-means', 'en')).body.title).toContain('lock-up');
  });

  it('responds with 404 to an unknown slug', async () => {
    expect((await show('nothing', 'en')).refusal.code).toBe('http.not_found');
  });
});

describe('what readers do not see', () => {
  it('is a draft, a withdrawn article, and a scheduled one, to the exact instant', async () => {
    const [draft = '', withdrawn = '', due = ''] = await slugs();
    const set = (slug: string, to: object) => sql`
      update article a set status = ${Object.values(to)[0]} from article_text t
      where t.article_id = a.id and t.slug = ${slug} and t.language = 'en'`;
    await server.db.run(set(draft, { status: 'draft' }));
    await server.db.run(set(withdrawn, { status: 'withdrawn' }));
    const dueAt = new Date(server.clock.now().getTime() + 3_600_000);
    await server.db.run(sql`
      update article a set published_at = ${dueAt} from article_text t where t.article_id = a.id and t.slug = ${due}`);
    expect(await slugs()).toHaveLength(3);
    server.clock.advance(3_599_999);
    expect(await slugs()).toHaveLength(3);
    expect((await show(due, 'en')).status).toBe(404);
    server.clock.advance(1);
    expect(await slugs()).toEqual([due, expect.anything(), expect.anything(), expect.anything()]);
    for (const slug of [draft, withdrawn]) expect((await show(slug, 'en')).status).toBe(404);
  });

  it('is an article that has neither the language nor English', async () => {
    const { data } = (await list()).body;
    await server.db.run(sql`delete from article_text where article_id = ${data[0]?.id} and language = 'en'`);
    expect((await list()).body.data).toHaveLength(data.length - 1);
  });
});
