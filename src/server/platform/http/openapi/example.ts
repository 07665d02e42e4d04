import type { JsonSchema } from './json-schema.ts';

const byFormat: Record<string, string> = {
  uuid: '0199a3c4-5b7e-7c11-9d2e-6f8a1b2c3d4e',
  email: 'anna@example.com',
  date: '2026-03-02',
  'date-time': '2026-03-02T10:00:00.000Z',
  uri: 'https://example.com/',
  base64: 'aGFyYm91cg==',
  binary: '',
};

const byName: Record<string, unknown> = {
  account_number: '10000001',
  birth_on: '1990-03-02',
  brand_support_email: 'help@example.com',
  code: '123456',
  comment: 'The client called from the known number.',
  company: 'Harbour Ltd',
  country: 'DE',
  currency: 'EUR',
  email: 'anna@example.com',
  first_name: 'Anna',
  issuer: 'Nordic Harbour',
  lang: 'en',
  language: 'en',
  name: 'Anna Berger',
  note: 'Agreed with the client by phone',
  number: 'P-100001',
  phone: '+442079460018',
  pin: '123456',
  port: 587,
  reason: 'Agreed with the client by phone',
  second_name: 'Berger',
  sender: 'Anna Berger',
  sender_address: 'post@example.com',
  subject: 'A question about my withdrawal',
  summary: 'The week in rates',
  symbol: 'EURUSD',
  tag: 'VIP',
  text: 'When will my withdrawal arrive, and do you need anything from me?',
  ticker: 'NHBR',
  time_zone: 'Europe/Berlin',
  title: 'The week in rates',
  url: 'https://example.com/webhooks',
};

/** The first that fits the pattern of a field is its example. */
const words = [
  ...'100.00|1|EUR|DE|EURUSD|123456|harbour|Harbour|08:00|#1f4fd8|US0378331005|1.0850|+442079460018'.split('|'),
  'https://example.com/webhooks',
  `B${'a'.repeat(86)}`,
  'a'.repeat(86),
  'a'.repeat(64),
  '0199a3c4-5b7e-7c11-9d2e-6f8a1b2c3d4e.png',
  'GET /api/chat/unread',
];

/** Recursive schemas end here. */
const deepest = 8;

/** A value that a schema takes: what it requires, one item of each list. */
export function exampleOf(schema: JsonSchema, defs: Record<string, JsonSchema> = schema.$defs ?? {}): unknown {
  return valueOf(schema, '', 0);

  function valueOf(shape: JsonSchema, name: string, depth: number): unknown {
    const within = (part: JsonSchema, called: string) => valueOf(part, called, depth + 1);
    if (shape.$ref !== undefined) return within(defs[shape.$ref.split('/').at(-1) ?? ''] ?? {}, name);
    if (shape.const !== undefined) return shape.const;
    if (shape.enum) return shape.enum.includes(byName[name]) ? byName[name] : shape.enum[0];
    const [choice] = shape.anyOf ?? shape.oneOf ?? [];
    if (choice) return within(choice, name);
    const type = typeof shape.type === 'object' ? shape.type[0] : shape.type;
    if (type === 'array')
      return depth > deepest || !shape.items ? [] : listOf(shape, within(shape.items, name.replace(/s$/, '')));
    if (type === 'object') return objectOf(shape, within);
    if (type === 'boolean') return true;
    if (type === 'number' || type === 'integer')
      return typeof byName[name] === 'number' ? byName[name] : Math.max(1, shape.minimum ?? 1);
    return type === 'null' ? null : textOf(shape, name);
  }
}

const listOf = ({ minItems = 1 }: JsonSchema, item: unknown) =>
  Array.from({ length: Math.max(1, minItems) }, () => item);

function objectOf(shape: JsonSchema, within: (part: JsonSchema, called: string) => unknown): object {
  const required = Object.entries(shape.properties ?? {}).filter(([name]) => shape.required?.includes(name));
  return Object.fromEntries(required.map(([name, part]) => [name, within(part, name)]));
}

function textOf({ format = '', pattern, minLength = 0 }: JsonSchema, name: string): unknown {
  const known = byFormat[format];
  if (known !== undefined) return known;
  if (pattern !== undefined) {
    const fits = new RegExp(pattern, 'u');
    return [byName[name], ...words].find(
      (word) => typeof word === 'string' && word.length >= minLength && fits.test(word),
    );
  }
  return byName[name] ?? 'Harbour'.padEnd(minLength, ' harbour');
}
