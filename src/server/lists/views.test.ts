import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '#contract/api.ts';
import { viewsPerList, viewsPerPerson } from '#contract/lists/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let nora: Session;
let omar: Session;
beforeAll(async () => {
  server = await startServer();
  nora = await server.register({ roles: ['client', 'support'] });
  omar = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from list_view`));

const request = <R extends Route>(route: R, as: Session, body: object) => server.call(route, { as, body });
const read = async (as: Session, list = 'clients') => (await request('POST /api/staff/list-views', as, { list })).body;
const save = (as: Session, name: string, list = 'clients', query = 'tier=gold') =>
  request('POST /api/staff/list-views/save', as, { list, name, query });
const saved = async (as: Session, name: string) =>
  (await save(as, name)).body.views.find((view) => view.name === name)?.id ?? '';
const change = (as: Session, view_id: string, body: object) =>
  request('POST /api/staff/list-views/change', as, { view_id, ...body });
const remove = (as: Session, view_id: string) => request('POST /api/staff/list-views/delete', as, { view_id });

/** Fills the places of a person. */
const fill = (as: Session, count: number, listOf: string) =>
  server.db.run(sql`
    insert into list_view (id, person_id, list, name, query, created_at)
    select gen_random_uuid(), ${as.user.id}, case when ${listOf} = '' then 'list' || chr(97 + n / 20) else ${listOf} end, 'view ' || n, '', now()
    from generate_series(1, ${count}) n`);

describe('views of a list', () => {
  it('are kept by name, changed and deleted', async () => {
    const [id, other] = [await saved(nora, 'Gold'), await saved(nora, 'A first one')];
    expect(await read(nora)).toEqual({
      views: [
        { id: other, name: 'A first one', query: 'tier=gold', is_default: false },
        { id, name: 'Gold', query: 'tier=gold', is_default: false },
      ],
      layout: '',
    });
    await change(nora, id, { name: 'Gold and frozen', query: 'tier=gold&state=frozen' });
    expect((await read(nora)).views[1]).toEqual({
      id,
      name: 'Gold and frozen',
      query: 'tier=gold&state=frozen',
      is_default: false,
    });
    await remove(nora, other);
    expect((await read(nora)).views).toHaveLength(1);
    expect((await read(nora, 'payments')).views).toEqual([]);
  });

  it('are those of the person alone', async () => {
    const id = await saved(nora, 'Gold');
    expect(await read(omar)).toEqual({ views: [], layout: '' });
    for (const refused of [
      await change(omar, id, { name: 'Mine' }),
      await remove(omar, id),
      await remove(omar, newId()),
    ])
      expect(refused.refusal?.code).toBe('http.not_found');
    expect((await read(nora)).views).toMatchObject([{ id, name: 'Gold' }]);
    // Each may use the same name.
    expect((await save(omar, 'Gold')).status).toBe(200);
  });

  it('one of them opens first', async () => {
    const [one, two] = [await saved(nora, 'One'), await saved(nora, 'Two')];
    await change(nora, one, { is_default: true });
    await change(nora, two, { is_default: true });
    expect((await read(nora)).views).toMatchObject([{ is_default: false }, { is_default: true }]);
    await change(nora, two, { is_default: false });
    expect((await read(nora)).views).toMatchObject([{ is_default: false }, { is_default: false }]);
  });

  it('have names of their own, also when two windows save at once', async () => {
    const id = await saved(nora, 'Gold');
    const outcomes = await Promise.all([save(nora, 'Frozen'), save(nora, 'Frozen'), save(nora, 'Gold')]);
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const frozen = (await read(nora)).views.find(({ name }) => name === 'Frozen');
    const taken = await change(nora, frozen?.id ?? '', { name: 'Gold' });
    expect(taken.refusal?.errors?.['name']?.[0]?.code).toBe('lists.name_taken');
    expect((await change(nora, id, { name: 'Gold' })).status).toBe(200);
  });

  it('are no more than 30 of a list, also when two windows save at once', async () => {
    await fill(nora, viewsPerList - 1, 'clients');
    const outcomes = await Promise.all([save(nora, 'Last'), save(nora, 'One more')]);
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(outcomes.find(({ status }) => status === 409)?.refusal).toMatchObject({
      code: 'lists.full',
      params: { max: viewsPerList },
    });
    expect((await save(nora, 'Last', 'payments')).status).toBe(200);
  });

  it('are no more than 300 of a person', async () => {
    await fill(nora, viewsPerPerson, '');
    expect((await save(nora, 'One more')).refusal).toMatchObject({
      code: 'lists.full',
      params: { max: viewsPerPerson },
    });
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(41) },
    { query: 'x'.repeat(2001) },
    { query: 'a b' },
    { query: '<b>"' },
    { list: 'Clients' },
  ])('are refused with %j', async (wrong) => {
    const body = { list: 'clients', name: 'Gold', query: 'tier=gold', ...wrong };
    expect((await request('POST /api/staff/list-views/save', nora, body)).status).toBe(422);
  });
});

it('columns and row height are there again as they were last left', async () => {
  const keep = (query: string) => request('POST /api/staff/list-views/layout', nora, { list: 'clients', query });
  await keep('columns=name,email');
  expect((await keep('rows=comfortable')).body).toEqual({ views: [], layout: 'rows=comfortable' });
  expect(await read(nora, 'payments')).toEqual({ views: [], layout: '' });
});

it('a list with all its views still remembers how it was laid out', async () => {
  await fill(nora, viewsPerList, 'clients');
  const keep = (list: string) => request('POST /api/staff/list-views/layout', nora, { list, query: 'columns=name' });
  expect((await keep('clients')).body.layout).toBe('columns=name');
  await server.db.run(sql`delete from list_view`);
  await fill(nora, viewsPerPerson, '');
  expect((await keep('clients')).refusal).toMatchObject({ code: 'lists.full', params: { max: viewsPerPerson } });
});

it('a client keeps none', async () => {
  const client = await server.register();
  expect((await request('POST /api/staff/list-views', client, { list: 'clients' })).status).toBe(403);
});
