import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route, RequestOf } from '#contract/api.ts';
import type { ArticleBlock } from '#contract/articles/body.ts';
import { articlesStaffEndpoints } from '#contract/articles/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { sql } from '#server/platform/db/sql.ts';
import { codeOf } from '#test/money/payments.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openedBy, pdf, png, upload } from '#test/files/upload.ts';

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
const staff = <R extends Route>(route: R, body: Body<R>, as: Session = ada) =>
  server.call(route, { as, body: body as object });

const message = (text: string): ArticleBlock => ({ kind: 'paragraph', text: [{ text }] });

let count = 0;
async function started(title = `Article ${++count}`) {
  return (await staff('POST /api/staff/articles/create', { language: 'en', category: 'market', title })).body;
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
  staff(
    'POST /api/staff/articles/save',
    { id, language, revision, title: 'A title', summary: 'A summary', body: [message('A text.')], ...rest },
    as,
  );

/** An article with an English text that can be published. */
async function written(title?: string) {
  const { id } = await started(title);
  await save({ id, ...(title ? { title } : {}) });
  return id;
}
const publish = (id: string, languages: Language[] = ['en'], at?: Date) =>
  staff('POST /api/staff/articles/publish', { id, languages, ...(at ? { at: at.toISOString() } : {}) });
const withdraw = (id: string) => staff('POST /api/staff/articles/withdraw', { id });
const seen = async (lang: Language = 'en') =>
  (await server.call('GET /api/articles/getAll', { as: reader, query: { lang } })).body.data;
const seenOne = async (id: string, lang: Language = 'en') => (await seen(lang)).find((article) => article.id === id);

describe('an article', () => {
  it('is written, scheduled, visible from its time on to the millisecond, and withdrawn', async () => {
    const id = await written('Rates on Thursday');
    expect((await staff('POST /api/staff/articles/info', { id })).body).toMatchObject({
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
    // Staff still have its texts, and can publish it again.
    expect((await publish(id)).body).toMatchObject({
      state: 'published',
      published_at: server.clock.now().toISOString(),
    });
    const { rows } = {
      rows: await server.db.rows<{ action: string }>(sql`
      select action from audit_entry where details->>'article' = ${id} order by id`),
    };
    expect(rows.map(({ action }) => action)).toEqual([
      'articles.create',
      'articles.schedule',
      'articles.withdraw',
      'articles.publish',
    ]);
  });

  it('is one in all languages, English where one is missing, and each language is published by itself', async () => {
    const id = await written();
    await publish(id);
    const { body: german } = await save({ id, language: 'de', revision: 0, title: 'Zinsen am Donnerstag' });
    expect(german).toMatchObject({ slug: 'zinsen-am-donnerstag', revision: 1, status: 'fresh' });
    expect(await seenOne(id, 'de')).toMatchObject({ language: 'en' });
    await publish(id, ['de']);
    expect(await seenOne(id, 'de')).toMatchObject({ language: 'de', slug: 'zinsen-am-donnerstag' });
    expect(await seenOne(id, 'ar')).toMatchObject({ language: 'en' });
    // A title without Latin letters has the English slug.
    const english = await seenOne(id);
    const { body: arabic } = await save({ id, language: 'ar', revision: 0, title: 'الفائدة يوم الخميس' });
    expect(arabic.slug).toBe(english?.slug);
  });

  it('shows readers no edits until it is published again, and keeps its date', async () => {
    const id = await written();
    await publish(id);
    const before = await seenOne(id);
    server.clock.advance(3_600_000);
    await save({ id, revision: 2, title: 'Another title' });
    expect(await seenOne(id)).toEqual(before);
    const { body } = await staff('POST /api/staff/articles/info', { id });
    expect(body.drafts.map(({ status: currentStatus }) => currentStatus)).toEqual(['changed']);
    await publish(id);
    expect(await seenOne(id)).toMatchObject({ title: 'Another title', published_at: before?.published_at });
  });

  it('is listed for staff by state, category, missing language and words', async () => {
    const id = await written('Copper and the grid');
    await save({ id, language: 'cs', revision: 0, title: 'Měď a síť' });
    const find = async (query: Body<'POST /api/staff/articles'>) =>
      (await staff('POST /api/staff/articles', query)).body.articles.filter((article) => article.id === id);
    expect(await find({ words: 'copper', state: 'draft', category: 'market', missing: 'de' })).toMatchObject([
      {
        title: 'Copper and the grid',
        changed_by: 'Ada Quill',
        languages: [{ language: 'cs' }, { language: 'en', status: 'fresh' }],
      },
    ]);
    for (const query of [{ state: 'published' }, { category: 'company' }, { missing: 'cs' }, { words: 'c%r' }] as const)
      expect(await find(query)).toEqual([]);
    await staff('POST /api/staff/articles/category', { id, category: 'company' });
    expect(await find({ category: 'company' })).toHaveLength(1);
  });
});

describe('two editors at once', () => {
  it('lose nothing: the second gets the name of the first, and continues from there', async () => {
    const id = await written();
    expect((await save({ id, revision: 2, title: 'By Bo' }, bo)).status).toBe(200);
    const late = await save({ id, revision: 2, title: 'By Ada' });
    expect(late.refusal).toMatchObject({
      code: 'articles.changed_meanwhile',
      params: { by: 'Bo Inkwell', revision: 3 },
    });
    expect((await save({ id, revision: 3, title: 'By Ada' })).body.revision).toBe(4);
    const { versions } = (await staff('POST /api/staff/articles/versions', { id, language: 'en' })).body;
    expect(versions.map(({ title, changed_by }) => [title, changed_by])).toEqual([
      ['By Ada', 'Ada Quill'],
      ['By Bo', 'Bo Inkwell'],
      ['A title', 'Ada Quill'],
    ]);
  });

  it('save one of ten texts when ten are saved at once', async () => {
    const id = await written();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, each) => save({ id, revision: 2, title: `Hand ${each}` }, each % 2 ? ada : bo)),
    );
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const { body } = await staff('POST /api/staff/articles/info', { id });
    expect(body.drafts[0]?.revision).toBe(3);
  });

  it('create articles with the same title, each with its own slug', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => started('The same title')));
    const slugs = made.map(({ drafts }) => drafts[0]?.slug);
    expect(new Set(slugs).size).toBe(6);
    expect(slugs).toContain('the-same-title');
  });
});

describe('versions', () => {
  it('are one per sitting of each author, and can be restored', async () => {
    const { id } = await started('First words');
    await save({ id, revision: 1, title: 'Second words' });
    server.clock.advance(599_000);
    await save({ id, revision: 2, title: 'Third words' });
    server.clock.advance(601_000);
    await save({ id, revision: 3, title: 'Fourth words' });
    const titles = async () =>
      (await staff('POST /api/staff/articles/versions', { id, language: 'en' })).body.versions.map(
        ({ number, title }) => `${number} ${title}`,
      );
    expect(await titles()).toEqual(['2 Fourth words', '1 Third words']);
    const { body } = await staff('POST /api/staff/articles/restore', { id, language: 'en', number: 1, revision: 4 });
    expect(body).toMatchObject({ title: 'Third words', revision: 5, slug: 'first-words' });
    expect(await titles()).toEqual(['3 Third words', '2 Fourth words', '1 Third words']);
  });

  it('stay as they were when they were published', async () => {
    const id = await written();
    await publish(id);
    await save({ id, revision: 2, title: 'A second later' });
    const { versions } = (await staff('POST /api/staff/articles/versions', { id, language: 'en' })).body;
    expect(versions.map(({ title, published_at }) => [title, published_at !== null])).toEqual([
      ['A second later', false],
      ['A title', true],
    ]);
  });
});

describe('pictures', () => {
  it('are visible to readers only while a published text shows them', async () => {
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
    // The same picture in another language, but not in another article.
    expect((await save({ id, language: 'de', revision: 0, body: [picture] }, bo)).status).toBe(200);
    const other = await written();
    expect((await save({ id: other, revision: 2, body: [picture] })).refusal.code).toBe('files.gone');
    await withdraw(id);
    expect((await openedBy(server, reader, file.id)).status).toBe(404);
  });

  it('are pictures, and need a description', async () => {
    const { status } = await upload(server, ada, pdf(), { name: 'x.png', purpose: 'article_picture' });
    expect(status).not.toBe(200);
    const id = await written();
    const body = [{ kind: 'picture', file: randomUUID(), alt: '  ' }] as ArticleBlock[];
    expect((await save({ id, revision: 2, body })).refusal.errors?.['body.0.alt']?.[0]?.code).toBe(
      'validation.required',
    );
  });
});

it('drafts are closed to other roles', async () => {
  for (const roles of [['client'], ['support'], ['finance'], ['compliance']] as const) {
    const stranger = await server.register({ roles: [...roles] });
    for (const { route, guard } of Object.values(articlesStaffEndpoints)) {
      // Legal documents use the same editor.
      if (roles.some((role) => guard.some((each) => each === role))) continue;
      expect((await server.call(route, { as: stranger, body: {} })).refusal.code).toBe('http.forbidden');
    }
  }
});

describe('refusals', () => {
  const refusals = refusalsOf(articlesStaffEndpoints);
  const nothing = randomUUID();

  refusals.meets('articles.staff_show', () => [() => staff('POST /api/staff/articles/info', { id: nothing })]);
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
    () => staff('POST /api/staff/articles/category', { id: nothing, category: 'company' }),
  ]);
  refusals.meets('articles.set_content', () => [
    () => staff('POST /api/staff/articles/content', { id: nothing, content: 'research' }),
  ]);
  refusals.meets('articles.publish', async () => {
    const visible = await written();
    await publish(visible);
    const later = new Date(server.clock.now().getTime() + 1000);
    const { id: empty } = await started();
    // Its slug was free when it was saved; another article has been published with it since.
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
    const { id } = await started();
    return [() => withdraw(nothing), () => withdraw(id)];
  });
  refusals.meets('articles.versions', () => [
    () => staff('POST /api/staff/articles/versions', { id: nothing, language: 'en' }),
  ]);
  refusals.meets('articles.restore', async () => {
    const id = await written();
    const query = { language: 'en', revision: 9 } as const;
    return [
      () => staff('POST /api/staff/articles/restore', { id: nothing, number: 1, ...query }),
      () => staff('POST /api/staff/articles/restore', { id, number: 1, ...query }),
    ];
  });

  it('are all covered', () => {
    expect(refusals.unmet()).toEqual([]);
  });

  it('apply to slugs that no article may have', async () => {
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
