import { z } from 'zod';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { demoPassword } from '#server/demo/people.ts';
import { idsFor, type KnownIds } from './ids.ts';

/** What JSON Schema says of a field; the parts that we read. */
interface Shape {
  $ref?: string;
  $defs?: Record<string, Shape>;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  pattern?: string;
  minLength?: number;
  minimum?: number;
}

export type Part = 'params' | 'query' | 'body';
export const parts: readonly Part[] = ['params', 'query', 'body'];
export type Sample = Record<Part, Record<string, unknown>>;

const anyId = '00000000-0000-4000-8000-000000000000';
const byFormat: Record<string, string> = {
  uuid: anyId,
  email: 'somebody@example.com',
  date: '2026-03-02',
  'date-time': '2100-03-02T10:00:00.000Z',
};

/** What a field's own name says of it. Addresses are not reachable: calls to them must not leave this machine. */
const byName: Record<string, unknown> = {
  password: 'Breakwater-Lighthouse-42',
  password_confirmation: 'Breakwater-Lighthouse-42',
  current_password: demoPassword,
  search: 'a',
  birth_on: '1990-03-02',
  from: '2026-03-01T10:00:00.000Z',
  to: '2026-03-02T10:00:00.000Z',
  price_low: '5.00',
  opens_at: '2100-03-01T10:00:00.000Z',
  listed_at: '2100-03-03T10:00:00.000Z',
  expires_on: '2099-03-02',
  until: '2099-03-02',
  ticker: 'HARB',
  isin: 'US0378331005',
  account: 'DE89370400440532013000',
  text: 'What the harbour is asked about, in fifty letters or some more.',
  texts: { en: 'Harbour 1' },
  content: { city: 'Harbour 1' },
  quiet: { from: '22:00', to: '07:00' },
  time_zone: 'Europe/Berlin',
  timezone: 'Europe/Berlin',
};

/** One of these may fit where a field does not describe its values. */
const words = [
  ...'Harbour 1|Harbour|harbour|10.00|1|USD|GB|en|+441632960960|2026-03-02|EURUSD|123456'.split('|'),
  ...Object.values(byFormat),
  'https://scan.invalid/a',
  '2026-03-02T10:00:00.000Z',
];

/** Lists in lists of an article are cut there. */
const deepest = 6;

/** A call with a value in every field that it may have. */
export function sampleOf(endpoint: Endpoint, known: KnownIds): Sample {
  const of = (part: Part) => {
    const schema = endpoint[part];
    if (!schema) return {};
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
    const all = valueOf(shape, '', shape.$defs ?? {}, 0) as Record<string, unknown>;
    // A proof by a passkey takes one, and comes before the password that would do.
    const names = Object.keys(schema.shape).filter(
      (name) => !('current_password' in all && /^(passkey|code)$/.test(name)),
    );
    const chosen = names.map((name) => {
      const [first = all[name]] = valuesFor(endpoint, part, name, known);
      const isFit = !/(^|_)id$/.test(name) && !(name in byName) && isTaken(endpoint, part, name, all[name]);
      return [name, isFit ? all[name] : first] as const;
    });
    return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
  };
  return { params: of('params'), query: of('query'), body: of('body') };
}

function isTaken(endpoint: Endpoint, part: Part, name: string, value: unknown): boolean {
  const field = endpoint[part]?.shape[name] as z.ZodType | undefined;
  return field?.safeParse(value).success ?? false;
}

/** Whatever one of our values the contract lets into a field, the likeliest first, nothing last. */
function valuesFor(endpoint: Endpoint, part: Part, name: string, known: KnownIds): unknown[] {
  const likely = name in byName ? [byName[name]] : [];
  const ids = [...idsFor(name, endpoint.route, known), ...(known.get(`${name} told`) ?? [])];
  const all = new Set([...likely, ...ids, ...words, ...nothing]);
  return [...all].filter((value) => isTaken(endpoint, part, name, value));
}

const nothing = [undefined, null, []];

function valueOf(shape: Shape, name: string, all: Record<string, Shape>, depth: number): unknown {
  const within = (one: Shape, called: string) => valueOf(one, called, all, depth + 1);
  if (shape.$ref) return within(all[shape.$ref.split('/').at(-1) ?? ''] ?? {}, name);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const [choice] = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  if (choice) return within(choice, name);
  if (shape.items) return depth > deepest ? [] : [within(shape.items, name.replace(/s$/, ''))];
  if (shape.properties)
    return Object.fromEntries(Object.entries(shape.properties).map(([key, one]) => [key, within(one, key)]));
  if (shape.type === 'boolean') return true;
  if (shape.type === 'number' || shape.type === 'integer') return Math.max(1, shape.minimum ?? 1);
  return textOf(shape);
}

function textOf({ format = '', pattern, minLength = 0 }: Shape): string {
  const fitting = pattern === undefined ? undefined : words.find((word) => new RegExp(pattern, 'u').test(word));
  return byFormat[format] ?? fitting ?? 'Harbour 1 '.repeat(1 + Math.floor(minLength / 10)).trim();
}

/** Another call where a field was refused: the next value for it, or without it; the same when nothing is left to try. */
export function changed(endpoint: Endpoint, sample: Sample, field: string, known: KnownIds, attempt: number): Sample {
  const [name = ''] = field.split('.');
  const part = parts.find((one) => name in (endpoint[one]?.shape ?? {}));
  if (!part) return sample;
  const values = valuesFor(endpoint, part, name, known);
  if (attempt >= values.length) return sample;
  const { [name]: _old, ...rest } = sample[part];
  // What may be left out is most easily left out.
  const min = nothing.find((one) => values.includes(one));
  const value = attempt === 0 && values.includes(min) ? min : values[attempt];
  return { ...sample, [part]: value === undefined ? rest : { ...rest, [name]: value } };
}

/** Another call where what an id named was not there: with the next ids of their kind. */
export function pointed(endpoint: Endpoint, sample: Sample, known: KnownIds, attempt: number): Sample {
  const next = (part: Part) =>
    Object.fromEntries(
      Object.entries(sample[part]).map(([name, value]) => {
        const all = /(^|_)(id|number|slug|symbol)$/.test(name) ? valuesFor(endpoint, part, name, known) : [];
        return [name, all[(attempt + 1) % all.length] ?? value];
      }),
    );
  return { params: next('params'), query: next('query'), body: next('body') };
}

/** The locations from which any text gets to the handler; where the contract has a format of its own, none does. */
export function openPlaces(endpoint: Endpoint, sample: Sample, hostile: string): [place: string, value: string][] {
  return leavesOf(sample).filter(([index, value]) => {
    const tried = filled(sample, [[index, value + hostile]]);
    return parts.every((part) => endpoint[part]?.safeParse(tried[part]).success ?? true);
  });
}

/** All values by their location, such as `body.lines.0.price`, except the idempotency key. */
export function leavesOf(sample: Sample): [place: string, value: string][] {
  return leaves(sample, []).filter(([index]) => index !== 'body.request_id');
}

function leaves(value: unknown, path: string[]): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path.join('.'), String(value)]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]));
}

/** The sample with what a scanner sends in its places. */
export function filled(sample: Sample, sent: Iterable<[place: string, value: string]>): Sample {
  const copy = structuredClone(sample);
  for (const [index, text] of sent) {
    const path = index.split('.');
    const last = path.pop() ?? '';
    const holder = path.reduce<Record<string, unknown> | undefined>(
      (one, key) => one?.[key] as Record<string, unknown> | undefined,
      copy,
    );
    if (holder && last in holder) holder[last] = likeBefore(holder[last], text);
  }
  return copy;
}

/** A form knows texts alone; a number that stays one is sent as one. */
function likeBefore(before: unknown, text: string): unknown {
  if (typeof before === 'number' && /^-?\d{1,15}(\.\d{1,9})?$/.test(text)) return Number(text);
  if (typeof before === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
