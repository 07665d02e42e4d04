import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route, RequestOf } from '#contract/api.ts';
import type { ArticleBlock } from '#contract/article-body.ts';
import { articlesDeskEndpoints } from '#contract/articles-staff.ts';
import type { Language } from '#contract/languages.ts';
import { sql } from '#server/platform/db/sql.ts';
import { codeOf } from '#test/payments.ts';
import { refusalsOf } from '#test/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openedBy, pdf, png, upload } from '#test/upload.ts';

let server: TestServer;
let ada: Session;
let bo: Session;
let reader: Session;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', second_name: 'Quill', roles: ['admin'] });
  bo = await server.register({ first_name: 'Bo', second_name: 'Inkwell', roles: ['admin'] });
  reader = await server.register();
});
afterAll(() => server.close());

type Body<R extends Route> = RequestOf<R> extends { body: infer B } ? B : never;
const desk = <R extends Route>(route: R, body: Body<R>, as: Session = ada) =>
  server.call(route, { as, body: body as object });

const said = (text: string): ArticleBlock => ({ kind: 'paragraph', text: [{ text }] });

let count = 0;
async function begun(title = `Article ${++count}`) {
  return (await desk('POST /api/staff/articles/create', { language: 'en', category: 'market', title })).body;
}

interface Written {
  id: string;
  language?: Language;
  revision?: number;
  slug?: string;
  title?: string;
  summary?: string;
  body?: ArticleBlock[];
}
const save = ({ id, language = 'en', revision = 1, ...rest }: Written, as = ada) =>
  desk(
    'POST /api/staff/articles/save',
    { id, language, revision, title: 'A title', summary: 'A summary', body: [said('A text.')], ...rest },
    as,
  );

/** An article with an English text that may be published. */
async function written(title?: string) {
  const { id } = await begun(title);
  await save({ id, ...(title ? { title } : {}) });
  return id;
}
const publish = (id: string, languages: Language[] = ['en'], at?: Date) =>
  desk('POST /api/staff/articles/publish', { id, languages, ...(at ? { at: at.toISOString() } : {}) });
const withdraw = (id: string) => desk('POST /api/staff/articles/withdraw', { id });
const seen = async (lang: Language = 'en') =>
  (await server.call('GET /api/articles/getAll', { as: reader, query: { lang } })).body.data;
const seenOne = async (id: string, lang: Language = 'en') => (await seen(lang)).find((article) => article.id === id);

describe('an article', () => {
  it('is written, scheduled, seen from its time on to the millisecond, and withdrawn', async () => {
    const id = await written('Rates on Thursday');
    expect((await desk('POST /api/staff/articles/info', { id })).body).toMatchObject({
      state: 'draft',
      published_at: null,
    });
    const at = new Date(server.clock.now().getTime() + 90_000);
    const { body: scheduled } = await publish(id, ['en'], at);
    expect(scheduled).toMatchObject({ state: 'scheduled', published_at: at.toISOString() });
    server.clock.advance(89_999);
    expect(await seenOne(id)).toBeUndefined();
    server.clock.advance(1);
    expect(await seenOne(id)).toMatchObject({ title: 'Rates on Thursday', published_at: at.toISOString() });
    expect((await withdraw(id)).body.state).toBe('withdrawn');
    expect(await seenOne(id)).toBeUndefined();
    // Its texts are with the desk still, and it may be published again.
    expect((await publish(id)).body).toMatchObject({
      state: 'published',
      published_at: server.clock.now().toISOString(),
    });
    const { rows } = {
      rows: await server.db.rows<{ act: string }>(sql`
      select act from audit_entry where details->>'article' = ${id} order by id`),
    };
    expect(rows.map(({ act }) => act)).toEqual([
      'articles.create',
      'articles.schedule',
      'articles.withdraw',
      'articles.publish',
    ]);
  });

  it('is one in all languages, English where one is missing, each given to readers for itself', async () => {
    const id = await written();
    await publish(id);
    const { body: german } = await save({ id, language: 'de', revision: 0, title: 'Zinsen am Donnerstag' });
    expect(german).toMatchObject({ slug: 'zinsen-am-donnerstag', revision: 1, standing: 'fresh' });
    expect(await seenOne(id, 'de')).toMatchObject({ language: 'en' });
    await publish(id, ['de']);
    expect(await seenOne(id, 'de')).toMatchObject({ language: 'de', slug: 'zinsen-am-donnerstag' });
    expect(await seenOne(id, 'ar')).toMatchObject({ language: 'en' });
    // A title without Latin letters has the English address.
    const english = await seenOne(id);
    const { body: arabic } = await save({ id, language: 'ar', revision: 0, title: 'الفائدة يوم الخميس' });
    expect(arabic.slug).toBe(english?.slug);
  });

  it('shows readers nothing of what is worked on until it is published again, and keeps its date', async () => {
    const id = await written();
    await publish(id);
    const before = await seenOne(id);
    server.clock.advance(3_600_000);
    await save({ id, revision: 2, title: 'Another title' });
    expect(await seenOne(id)).toEqual(before);
    const { body } = await desk('POST /api/staff/articles/info', { id });
    expect(body.drafts.map(({ standing }) => standing)).toEqual(['changed']);
    await publish(id);
    expect(await seenOne(id)).toMatchObject({ title: 'Another title', published_at: before?.published_at });
  });

  it('is listed for the desk by state, category, missing language and words', async () => {
    const id = await written('Copper and the grid');
    await save({ id, language: 'cs', revision: 0, title: 'Měď a síť' });
    const find = async (wish: Body<'POST /api/staff/articles'>) =>
      (await desk('POST /api/staff/articles', wish)).body.articles.filter((article) => article.id === id);
    expect(await find({ words: 'copper', state: 'draft', category: 'market', missing: 'de' })).toMatchObject([
      {
        title: 'Copper and the grid',
        changed_by: 'Ada Quill',
        languages: [{ language: 'cs' }, { language: 'en', standing: 'fresh' }],
      },
    ]);
    for (const wish of [{ state: 'published' }, { category: 'company' }, { missing: 'cs' }, { words: 'c%r' }] as const)
      expect(await find(wish)).toEqual([]);
    await desk('POST /api/staff/articles/category', { id, category: 'company' });
    expect(await find({ category: 'company' })).toHaveLength(1);
  });
});

describe('two editors at once', () => {
  it('lose nothing: the second is told who came first, and goes on from there', async () => {
    const id = await written();
    expect((await save({ id, revision: 2, title: 'By Bo' }, bo)).status).toBe(200);
    const late = await save({ id, revision: 2, title: 'By Ada' });
    expect(late.refusal).toMatchObject({
      code: 'articles.changed_meanwhile',
      params: { by: 'Bo Inkwell', revision: 3 },
    });
    expect((await save({ id, revision: 3, title: 'By Ada' })).body.revision).toBe(4);
    const { versions } = (await desk('POST /api/staff/articles/versions', { id, language: 'en' })).body;
    expect(versions.map(({ title, changed_by }) => [title, changed_by])).toEqual([
      ['By Ada', 'Ada Quill'],
      ['By Bo', 'Bo Inkwell'],
      ['A title', 'Ada Quill'],
    ]);
  });

  it('save one of ten times when ten save at once', async () => {
    const id = await written();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, each) => save({ id, revision: 2, title: `Hand ${each}` }, each % 2 ? ada : bo)),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const { body } = await desk('POST /api/staff/articles/info', { id });
    expect(body.drafts[0]?.revision).toBe(3);
  });

  it('begin the same article at once and get an address each', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => begun('The same title')));
    const slugs = made.map(({ drafts }) => drafts[0]?.slug);
    expect(new Set(slugs).size).toBe(6);
    expect(slugs).toContain('the-same-title');
  });
});

describe('versions', () => {
  it('are one for a sitting of each author, and can be gone back to', async () => {
    const { id } = await begun('First words');
    await save({ id, revision: 1, title: 'Second words' });
    server.clock.advance(599_000);
    await save({ id, revision: 2, title: 'Third words' });
    server.clock.advance(601_000);
    await save({ id, revision: 3, title: 'Fourth words' });
    const titles = async () =>
      (await desk('POST /api/staff/articles/versions', { id, language: 'en' })).body.versions.map(
        ({ number, title }) => `${number} ${title}`,
      );
    expect(await titles()).toEqual(['2 Fourth words', '1 Third words']);
    const { body } = await desk('POST /api/staff/articles/restore', { id, language: 'en', number: 1, revision: 4 });
    expect(body).toMatchObject({ title: 'Third words', revision: 5, slug: 'first-words' });
    expect(await titles()).toEqual(['3 Third words', '2 Fourth words', '1 Third words']);
  });

  it('that were published stay as they were', async () => {
    const id = await written();
    await publish(id);
    await save({ id, revision: 2, title: 'A second later' });
    const { versions } = (await desk('POST /api/staff/articles/versions', { id, language: 'en' })).body;
    expect(versions.map(({ title, published_at }) => [title, published_at !== null])).toEqual([
      ['A second later', false],
      ['A title', true],
    ]);
  });
});

describe('pictures', () => {
  it('are seen by readers only while they stand in what readers see', async () => {
    const id = await written();
    const { file } = await upload(server, ada, await png(), { name: 'chart.png', purpose: 'article_picture' });
    const picture: ArticleBlock = { kind: 'picture', file: file.id, alt: 'A line that rises' };
    expect((await openedBy(server, bo, file.id)).status).toBe(404);
    await save({ id, revision: 2, body: [picture] });
    expect((await openedBy(server, bo, file.id)).status).toBe(200);
    expect((await openedBy(server, reader, file.id)).status).toBe(404);
    const at = new Date(server.clock.now().getTime() + 1000);
    await publish(id, ['en'], at);
    expect((await openedBy(server, reader, file.id)).status).toBe(404);
    server.clock.advance(1000);
    expect((await openedBy(server, reader, file.id)).status).toBe(200);
    // The same picture in another language; not in another article.
    expect((await save({ id, language: 'de', revision: 0, body: [picture] }, bo)).status).toBe(200);
    const other = await written();
    expect((await save({ id: other, revision: 2, body: [picture] })).refusal.code).toBe('files.gone');
    await withdraw(id);
    expect((await openedBy(server, reader, file.id)).status).toBe(404);
  });

  it('are pictures, and say in words what they show', async () => {
    const { status } = await upload(server, ada, pdf(), { name: 'x.png', purpose: 'article_picture' });
    expect(status).not.toBe(200);
    const id = await written();
    const body = [{ kind: 'picture', file: randomUUID(), alt: '  ' }] as ArticleBlock[];
    expect((await save({ id, revision: 2, body })).refusal.errors?.['body.0.alt']?.[0]?.code).toBe(
      'validation.required',
    );
  });
});

it('is closed to everybody else', async () => {
  for (const roles of [['client'], ['support'], ['finance'], ['compliance']] as const) {
    const stranger = await server.register({ roles: [...roles] });
    for (const { route, guard } of Object.values(articlesDeskEndpoints)) {
      // The editor is that of legal documents as well.
      if (roles.some((role) => guard.some((each) => each === role))) continue;
      expect((await server.call(route, { as: stranger, body: {} })).refusal.code).toBe('http.forbidden');
    }
  }
});

describe('what is refused', () => {
  const refusals = refusalsOf(articlesDeskEndpoints);
  const nothing = randomUUID();

  refusals.meets('articles.desk_show', () => [() => desk('POST /api/staff/articles/info', { id: nothing })]);
  refusals.meets('articles.save', async () => {
    await written('Taken address');
    const id = await written();
    const body: ArticleBlock[] = [{ kind: 'picture', file: nothing, alt: 'Gone' }];
    const wrong = { revision: 7, slug: 'taken-address', body };
    return [
      () => save({ id: nothing, ...wrong }),
      () => save({ id, ...wrong }),
      () => save({ id, ...wrong, revision: 2 }),
      () => save({ id, revision: 2, body }),
    ];
  });
  refusals.meets('articles.set_category', () => [
    () => desk('POST /api/staff/articles/category', { id: nothing, category: 'company' }),
  ]);
  refusals.meets('articles.set_content', () => [
    () => desk('POST /api/staff/articles/content', { id: nothing, content: 'research' }),
  ]);
  refusals.meets('articles.publish', async () => {
    const visible = await written();
    await publish(visible);
    const later = new Date(server.clock.now().getTime() + 1000);
    const { id: empty } = await begun();
    // Its address was free when it was kept; another has come before readers with it since.
    const late = await written();
    const first = await written();
    await publish(first);
    await server.db.run(sql`update article_text set slug = 'came-first' where article_id = ${first}`);
    await server.db.run(sql`update article_draft set slug = 'came-first' where article_id = ${late}`);
    return [
      () => publish(nothing, ['fi'], later),
      () => publish(visible, ['fi'], later),
      () => publish(empty),
      () => publish(late),
    ];
  });
  refusals.meets('articles.withdraw', async () => {
    const { id } = await begun();
    return [() => withdraw(nothing), () => withdraw(id)];
  });
  refusals.meets('articles.versions', () => [
    () => desk('POST /api/staff/articles/versions', { id: nothing, language: 'en' }),
  ]);
  refusals.meets('articles.restore', async () => {
    const id = await written();
    const wish = { language: 'en', revision: 9 } as const;
    return [
      () => desk('POST /api/staff/articles/restore', { id: nothing, number: 1, ...wish }),
      () => desk('POST /api/staff/articles/restore', { id, number: 1, ...wish }),
    ];
  });

  it('is met in full', () => {
    expect(refusals.unmet()).toEqual([]);
  });

  it('is an address that no article may have', async () => {
    const id = await written();
    for (const [slug, code] of [
      ['market', 'articles.slug_taken'],
      ['Ünïcode', 'articles.slug_shape'],
      ['two  words', 'articles.slug_shape'],
      ['../x', 'articles.slug_shape'],
    ] as const)
      expect((await save({ id, revision: 2, slug })).refusal.errors?.['slug']?.[0]?.code).toBe(code);
    expect(codeOf(await save({ id, revision: 2, slug: 'a-good-one' }))).toBeUndefined();
  });
});
