import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentName, TierName } from '#contract/portfolio/tier-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openedBy, png, upload } from '#test/files/upload.ts';

/** Articles that only some tiers read: one with a picture, found by a word that no other article has. */
let server: TestServer;
let ada: Session;
let lena: Session;
let id: string;
let picture: string;
const slug = 'on-quaggas';
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ roles: ['client', 'admin'] });
  lena = await server.register();
  const { file } = await upload(server, ada, await png(), { purpose: 'article_picture' });
  picture = file.id;
  const started = await server.call('POST /api/staff/articles/create', {
    as: ada,
    body: { language: 'en', category: 'market', title: 'On quaggas' },
  });
  id = started.body.id;
  const text = { title: 'On quaggas', summary: 'What is left of them.', slug };
  const body = [
    { kind: 'paragraph', text: [{ text: 'Nothing but hides.' }] },
    { kind: 'picture', file: picture, alt: 'A hide' },
  ];
  await server.call('POST /api/staff/articles/save', {
    as: ada,
    body: { id, language: 'en', revision: 1, ...text, body },
  });
  const published = await server.call('POST /api/staff/articles/publish', { as: ada, body: { id, languages: ['en'] } });
  if (published.status !== 200) throw new Error(JSON.stringify(published.refusal));
});
afterAll(() => server.close());

const setContent = (content: ContentName) =>
  server.call('POST /api/staff/articles/content', { as: ada, body: { id, content } });
const setTier = ({ user }: Session, tier: TierName) =>
  server.db.run(sql`
    insert into client_tier (client_id, earned_tier, since, changed_at)
    values (${user.id}, ${tier}, ${server.clock.now()}, ${server.clock.now()})
    on conflict (client_id) do update set earned_tier = excluded.earned_tier, changed_at = excluded.changed_at`);
async function seenBy(as: Session) {
  const list = async (query: Record<string, string>) =>
    (await server.call('GET /api/articles/getAll', { as, query })).body.data;
  const [listed] = await list({});
  const { body: shown } = await server.call('GET /api/articles/:slug', { as, params: { slug } });
  expect(shown).toEqual(listed);
  return {
    closed: shown.closed,
    blocks: shown.body.length,
    title: shown.title,
    found: (await list({ words: 'quaggas' })).length + (await list({ words: 'hides' })).length,
    named: (await server.call('GET /api/articles/getTitles', { as, query: { words: 'quaggas' } })).body.articles.length,
    picture: (await openedBy(server, as, picture)).status,
  };
}
const open = { closed: null, blocks: 2, title: 'On quaggas', found: 2, named: 1, picture: 200 };
const closedFrom = (from_tier: TierName | null) => ({
  closed: { from_tier },
  blocks: 0,
  title: 'On quaggas',
  found: 0,
  named: 0,
  picture: 404,
});

describe('an article', () => {
  it('is open to everyone unless staff restrict it, and the restriction is in the audit log', async () => {
    expect(await seenBy(lena)).toEqual(open);
    expect((await setContent('analytics')).body.content).toBe('analytics');
    expect((await setContent('analytics')).status).toBe(200);
    const actions = await server.db.rows(sql`select details from audit_entry where action = 'articles.set_content'`);
    expect(actions).toEqual([{ details: { article: id, before: 'public', after: 'analytics' } }]);
  });

  it.each<[ContentName, TierName, TierName | null]>([
    ['analytics', 'standard', 'silver'],
    ['analytics', 'silver', null],
    ['analytics', 'vip', null],
    ['research', 'gold', 'platinum'],
    ['research', 'platinum', null],
    ['public', 'standard', null],
  ])('for %s is for %s closed until %s, by words, picture and body alike', async (content, tier, from) => {
    await setContent(content);
    await setTier(lena, tier);
    expect(await seenBy(lena)).toEqual(from ? closedFrom(from) : open);
    expect(await seenBy(ada)).toEqual(open);
  });

  it('is closed to all when no tier reads it', async () => {
    await setContent('research');
    await server.db.run(
      sql`update tier_benefit set value = 'analytics' where benefit = 'content' and value = 'research'`,
    );
    expect(await seenBy(lena)).toEqual(closedFrom(null));
  });
});
