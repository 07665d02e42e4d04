import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleBlock } from '#contract/articles/body.ts';
import { articlesProgramEndpoints } from '#contract/articles/program-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { png, upload } from '#test/files/upload.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let reader: Session;
let cms: Program;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  reader = await server.register();
  cms = await keyFor(server, admin, { name: 'Our CMS', scopes: ['articles:write'] });
});
afterAll(() => server.close());

const headersOf = (intent = newId()) => ({ authorization: cms, 'idempotency-key': intent });
const paragraph = (text: string): ArticleBlock => ({ kind: 'paragraph', text: [{ text }] });

const create = (title: string, intent?: string) =>
  server.call('POST /api/operator/v1/articles', {
    body: { language: 'en', category: 'market', title },
    headers: headersOf(intent),
  });
interface Written {
  revision?: number;
  slug?: string;
  title?: string;
  body?: ArticleBlock[];
}
const save = (id: string, written: Written = {}, intent?: string) =>
  server.call('POST /api/operator/v1/articles/:id/texts', {
    params: { id },
    body: {
      language: 'en',
      revision: 1,
      title: 'A title',
      summary: 'A summary',
      body: [paragraph('A text.')],
      ...written,
    },
    headers: headersOf(intent),
  });
const set = (id: string, what: 'category' | 'content', body: object, intent?: string) =>
  server.call(`POST /api/operator/v1/articles/:id/${what}`, { params: { id }, body, headers: headersOf(intent) });
const publish = (id: string, body: object = { languages: ['en'] }, intent?: string) =>
  server.call('POST /api/operator/v1/articles/:id/publish', { params: { id }, body, headers: headersOf(intent) });
const withdraw = (id: string, intent?: string) =>
  server.call('POST /api/operator/v1/articles/:id/withdraw', { params: { id }, body: {}, headers: headersOf(intent) });
const read = (id: string) =>
  server.call('GET /api/operator/v1/articles/:id', { params: { id }, headers: { authorization: cms } });
const seenOne = async (id: string) => {
  const { body } = await server.call('GET /api/articles/getAll', { as: reader, query: { lang: 'en' } });
  return body.data.find((article) => article.id === id);
};
/** An article with a text that can be published. */
async function written(title: string): Promise<string> {
  const { id } = (await create(title)).body;
  await save(id, { title });
  return id;
}

describe('an article by a program', () => {
  it('is written, published and withdrawn as staff do it, and the audit log names the key', async () => {
    const { body: created } = await create('Rates on Thursday');
    const { id } = created;
    expect(created).toEqual({ id, language: 'en', revision: 1 });
    expect((await save(id, { title: 'Rates on Friday' })).body).toEqual({
      article_id: id,
      language: 'en',
      revision: 2,
    });
    expect((await read(id)).body).toMatchObject({
      state: 'draft',
      drafts: [{ language: 'en', slug: 'rates-on-thursday', title: 'Rates on Friday', revision: 2, status: 'fresh' }],
    });
    expect(await seenOne(id)).toBeUndefined();
    await set(id, 'category', { category: 'company' });
    await set(id, 'content', { content: 'analytics' });
    expect((await publish(id)).body).toEqual({ article_id: id });
    expect(await seenOne(id)).toMatchObject({ title: 'Rates on Friday', category: 'company' });
    expect((await withdraw(id)).body).toEqual({ article_id: id });
    expect(await seenOne(id)).toBeUndefined();
    const entries = await server.db.rows<{ action: string; by: string; key: string }>(sql`
      select action, actor_id as by, details ->> 'key' as key from audit_entry
      where details ->> 'article' = ${id} order by id`);
    expect(entries).toEqual(
      ['create', 'save', 'set_category', 'set_content', 'publish', 'withdraw'].map((action) => ({
        action: `articles.${action}`,
        by: admin.user.id,
        key: 'Our CMS',
      })),
    );
  });

  it('appears at its time', async () => {
    const id = await written('Later');
    const at = new Date(server.clock.now().getTime() + 60_000).toISOString();
    await publish(id, { languages: ['en'], at });
    expect((await read(id)).body).toMatchObject({ state: 'scheduled', published_at: at });
    server.clock.advance(60_000);
    expect(await seenOne(id)).toMatchObject({ published_at: at });
  });

  it('is written once by one intent, however often it arrives', async () => {
    const [intent, saving] = [newId(), newId()];
    const answers = await Promise.all([1, 2, 3].map(() => create('Once', intent)));
    const [id, ...others] = new Set(answers.map(({ body }) => body.id));
    expect(others).toEqual([]);
    const saves = await Promise.all([1, 2, 3].map(() => save(id ?? '', {}, saving)));
    expect(saves.map(({ body }) => body.revision)).toEqual([2, 2, 2]);
    expect((await read(id ?? '')).body.drafts).toMatchObject([{ revision: 2 }]);
  });

  it('is no HTML, and links nowhere that an article by staff may not', async () => {
    const id = await written('Hostile');
    const script = paragraph('<script>alert(1)</script>');
    expect((await save(id, { revision: 2, body: [script] })).status).toBe(200);
    expect((await read(id)).body.drafts[0]?.body).toEqual([script]);
    const link: ArticleBlock = { kind: 'paragraph', text: [{ text: 'Here', href: 'javascript:alert(1)' }] };
    expect((await save(id, { revision: 3, body: [link] })).refusal.errors).toMatchObject({
      'body.0.text.0.href': [{ code: 'validation.link' }],
    });
  });

  it('has pictures that the administrator of the key uploaded, and of no one else', async () => {
    const id = await written('With a picture');
    const other = await server.register({ roles: ['admin'] });
    const [own, foreign] = [
      await upload(server, admin, await png(), { purpose: 'article_picture' }),
      await upload(server, other, await png(), { purpose: 'article_picture' }),
    ];
    const showing = ({ file }: typeof own): ArticleBlock[] => [{ kind: 'picture', file: file.id, alt: 'A chart' }];
    expect((await save(id, { revision: 2, body: showing(foreign) })).refusal.code).toBe('files.gone');
    expect((await save(id, { revision: 2, body: showing(own) })).status).toBe(200);
    expect((await save(id, { revision: 3, body: showing(own) })).status).toBe(200);
  });
});

describe('refusals', () => {
  const refusals = refusalsOf(articlesProgramEndpoints);
  refusals.meets('operator_api.create_article', async () => {
    const intent = newId();
    await create('First', intent);
    return [() => create('Second', intent)];
  });
  refusals.meets('operator_api.save_article', async () => {
    await written('Taken address');
    const [id, intent] = [await written('Saved'), newId()];
    await save(id, { revision: 2 }, intent);
    const body: ArticleBlock[] = [{ kind: 'picture', file: newId(), alt: 'Gone' }];
    const wrong = { revision: 7, slug: 'taken-address', body };
    return [
      () => save(id, wrong, intent),
      () => save(newId(), wrong),
      () => save(id, wrong),
      () => save(id, { ...wrong, revision: 3 }),
      () => save(id, { revision: 3, body }),
    ];
  });
  refusals.meets('operator_api.set_category', async () => {
    const [id, intent] = [await written('Filed'), newId()];
    await set(id, 'category', { category: 'company' }, intent);
    return [
      () => set(id, 'category', { category: 'market' }, intent),
      () => set(newId(), 'category', { category: 'market' }),
    ];
  });
  refusals.meets('operator_api.set_content', async () => {
    const [id, intent] = [await written('Closed'), newId()];
    await set(id, 'content', { content: 'research' }, intent);
    return [
      () => set(id, 'content', { content: 'analytics' }, intent),
      () => set(newId(), 'content', { content: 'analytics' }),
    ];
  });
  refusals.meets('operator_api.publish_article', async () => {
    const [visible, intent] = [await written('Visible'), newId()];
    await publish(visible, { languages: ['en'] }, intent);
    const later = { languages: ['fi'], at: new Date(server.clock.now().getTime() + 1000).toISOString() };
    const late = await written('Came late');
    // Its slug was free when it was saved; another article has been published with it since.
    await server.db.run(sql`update article_text set slug = 'came-late' where article_id = ${visible}`);
    return [
      () => publish(visible, later, intent),
      () => publish(newId(), later),
      () => publish(visible, later),
      () => publish(late, { languages: ['fi'] }),
      () => publish(late),
    ];
  });
  refusals.meets('operator_api.withdraw_article', async () => {
    const [id, other, intent] = [await written('Over'), await written('Never published'), newId()];
    await publish(id);
    await withdraw(id, intent);
    return [() => withdraw(other, intent), () => withdraw(newId()), () => withdraw(other)];
  });
  refusals.meets('operator_api.article', () => [() => read(newId())]);
  it('are all covered', () => expect(refusals.unmet()).toEqual([]));
});
