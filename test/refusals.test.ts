import { afterAll, describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { derivedRefusals } from '#contract/kernel/refusals/derived.ts';
import type { RefusalSpec } from '#contract/kernel/refusals/refusal.ts';
import { refusals, refusalText, type RefusalCode } from '#contract/refusals.ts';
import { thrownRefusals } from './endpoints/thrown-refusals.ts';
import { unseen, unthrown } from './endpoints/unthrown-refusals.ts';
import { readCatalogue } from './locales/catalogue.ts';
import { readMessage } from './locales/message.ts';
import { openSource } from './statements/source.ts';

const source = openSource();
const thrown = thrownRefusals(source);
afterAll(() => source.close());

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
/** What the schemas of a call say of its fields; every call with input may be refused so. */
const isOfSchema = (code: RefusalCode) => code.startsWith('validation.');
const exempt = (name: EndpointName) => unthrown.filter(({ by }) => by.includes(name)).flatMap(({ codes }) => codes);
const thrownBy = (name: EndpointName) => [...(thrown.get(name) ?? [])].filter((code) => !isOfSchema(code));

describe('the refusals in the code behind an endpoint', () => {
  it('are listed by it, or derived from its flags', () => {
    const unlisted = endpoints.flatMap(([name, endpoint]) => {
      const known = new Set([...(endpoint.refusals ?? []), ...derivedRefusals(endpoint), ...exempt(name)]);
      return thrownBy(name)
        .filter((code) => !known.has(code))
        .map((code) => `${name} ${code}`);
    });
    expect(thrown.size).toBe(endpoints.length);
    expect(unlisted).toEqual([]);
  });

  it('are all that it lists', () => {
    const listed = endpoints.flatMap(([name, { refusals: own = [] }]) =>
      own
        .filter((code) => !thrown.get(name)?.has(code) && !unseen[name]?.includes(code))
        .map((code) => `${name} ${code}`),
    );
    expect(listed).toEqual([]);
  });

  it('tell which endpoints post to the ledger', () => {
    const posting = endpoints.map(([name]) => name).filter((name) => thrown.get(name)?.has('ledger.hold_ended'));
    expect(posting).toEqual(endpoints.flatMap(([name, { posts }]) => (posts ? [name] : [])));
  });

  it('need each exemption', () => {
    const idle = unthrown.flatMap(({ by, codes }) =>
      codes.filter((code) => !by.some((name) => thrownBy(name).includes(code))).map((code) => `${by.join()} ${code}`),
    );
    expect(idle).toEqual([]);
  });
});

describe('the text of each refusal', () => {
  const texts = readCatalogue('en');
  const all = Object.entries(refusals) as [RefusalCode, RefusalSpec][];

  it.each(all)('%s names only values that come with it', (code, { params }) => {
    const { values } = readMessage(texts.get(refusalText(code)) ?? 'missing {text}');
    const given = Object.keys(params?.shape ?? {});
    expect(values.filter((name) => name !== 'field' && !given.includes(name))).toEqual([]);
  });
});

/** The messages that the schemas of the contract give their rules. */
function messagesOfSchemas(): Set<string> {
  const messages = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, part] of Object.entries('_zod' in value ? (value._zod as object) : value)) {
      const message: unknown = key === 'error' && typeof part === 'function' ? part({}) : undefined;
      if (typeof message === 'string') messages.add(message);
      visit(part);
    }
  };
  for (const [, { body, params, query }] of endpoints) [body, params, query].forEach(visit);
  return messages;
}

it('are declared for each rule of a schema', () => {
  const messages = [...messagesOfSchemas()];
  expect(messages).toContain('settings.currency');
  expect(messages.filter((code) => !Object.hasOwn(refusals, code))).toEqual([]);
});
