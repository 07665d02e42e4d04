import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalEndpoints } from '#contract/legal/endpoints.ts';
import type { LegalKind } from '#contract/legal/names.ts';
import { legalStaffEndpoints } from '#contract/legal/staff-endpoints.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf({ ...legalEndpoints, ...legalStaffEndpoints });

let server: TestServer;
let officer: Session;
let ida: Session;
let visible: string;
beforeAll(async () => {
  server = await startServer();
  officer = await server.register({ roles: ['client', 'compliance'] });
  ida = await server.register();
  visible = await published('2026-03-05');
});
afterAll(() => server.close());

const draft = async (kind: LegalKind = 'terms') =>
  (await server.call('POST /api/staff/legal/create-draft', { as: officer, body: { kind } })).body.id;
const save = (id: string, revision = 0, summary = 'What is new') =>
  server.call('POST /api/staff/legal/save', {
    as: officer,
    body: {
      id,
      language: 'en',
      revision,
      title: 'Terms',
      summary,
      body: [{ kind: 'paragraph', text: [{ text: 'The terms.' }] }],
    },
  });
const publish = (id: string, effective_on: string, current_password = officer.password) =>
  server.call('POST /api/staff/legal/publish', {
    as: officer,
    body: { id, effective_on, requires_new_consent: true, current_password },
  });
/** Over the text that is there. */
async function write(id: string, summary?: string) {
  const { body } = await server.call('POST /api/staff/legal/info', { as: officer, body: { id } });
  return save(id, body.drafts.find(({ language }) => language === 'en')?.revision, summary);
}
async function published(day: string, kind?: LegalKind): Promise<string> {
  const id = await draft(kind);
  await write(id);
  await publish(id, day);
  return id;
}

meets('legal.accept', async () => {
  await published('2026-03-02', 'risk');
  return [() => server.call('POST /api/legal/accept', { as: ida, body: { versions: [none] } })];
});

meets('legal.save', async () => {
  const id = await draft();
  await save(id);
  return [() => save(none), () => save(visible, 7), () => save(id, 7)];
});

meets('legal.remove_text', () => {
  const remove = (id: string) =>
    server.call('POST /api/staff/legal/remove-text', { as: officer, body: { id, language: 'en' } });
  return [() => remove(none), () => remove(visible)];
});

meets('legal.discard', () => {
  const discard = (id: string) => server.call('POST /api/staff/legal/discard', { as: officer, body: { id } });
  return [() => discard(none), () => discard(visible)];
});

meets(
  'legal.publish',
  async () => {
    const past = '2020-01-01';
    const id = await draft('privacy');
    const written = async (summary?: string) => {
      await write(id, summary);
      return publish(id, past);
    };
    return [
      () => publish(none, past, 'wrong'),
      () => publish(none, past),
      () => publish(visible, past),
      () => publish(id, past),
      () => written(''),
      () => written(),
      async () => {
        const next = await draft();
        await write(next);
        return publish(next, '2026-03-03');
      },
    ];
  },
  ofOtherProofs,
);

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
