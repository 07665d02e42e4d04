import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { derivedRefusals } from '#contract/kernel/refusals/derived.ts';
import type { RefusalSpec } from '#contract/kernel/refusals/refusal.ts';
import { refusals, refusalText, type RefusalCode } from '#contract/refusals.ts';
import type { Text } from '../../text.ts';
import { statusOf } from '../../refusal.ts';
import { exampleOf } from './example.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import { groupsOf } from './refusal-groups.ts';

interface Response {
  description: string;
  content: { 'application/json': { schema: JsonSchema } };
}

const codes = Object.keys(refusals) as RefusalCode[];
const json = (description: string, schema: JsonSchema): Response => ({
  description,
  content: { 'application/json': { schema } },
});
const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const anyOf = (names: readonly string[]): JsonSchema => ({ anyOf: names.map(refTo) });

/** What all refusals have. */
const refusal: JsonSchema = {
  type: 'object',
  required: ['message', 'code', 'params'],
  properties: {
    message: { type: 'string', description: 'For people, in the language of the caller.' },
    code: { type: 'string' },
    params: { type: 'object', description: 'What the message names.' },
  },
};

const isOfSchema = (code: RefusalCode) => code.startsWith('validation.') && code !== 'validation.failed';

/** One schema for each of these refusals: JSON Schema has others beside a reference. Their descriptions show the English message. */
export function refusalSchemas(text: Text, { used, groups }: Refused): Record<string, JsonSchema> {
  const all = codes.filter((code) => code !== 'validation.failed' && (used.has(code) || isOfSchema(code)));
  return {
    refusal,
    validation: anyOf(codes.filter(isOfSchema)),
    fields_refused: fieldsRefused,
    'validation.failed': ofFields(['validation']),
    ...Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, anyOf(group)])),
    always: { anyOf: [...always.map(refTo), defect] },
    ...Object.fromEntries(all.map((code) => [code, schemaOf(code, text)])),
  };
}

function schemaOf(code: RefusalCode, text: Text): JsonSchema {
  const { params: values }: RefusalSpec = refusals[code];
  const params = values && jsonSchemaOf(values, 'output');
  const example = { field: 'Field', ...(params && (exampleOf(params) as object)) };
  // That they are an object is said in `refusal`.
  const { type: _type, ...named } = params ?? {};
  return {
    description: `${statusOf(code)}: ${text('en', refusalText(code), example)}`,
    $ref: '#/components/schemas/refusal',
    properties: { code: { const: code }, ...(params && { params: named }) },
  };
}

/** What refusals of fields have, whatever the refusals of each field. */
const fieldsRefused: JsonSchema = {
  type: 'object',
  required: ['message', 'code', 'errors'],
  properties: {
    message: { type: 'string' },
    code: { const: 'validation.failed' },
    errors: { type: 'object', description: 'By the name of the field.', additionalProperties: { type: 'array' } },
  },
};

/** A response of status 422. Each field has refusals: the endpoint's own ones, or those of its schema. */
const ofFields = (own: readonly string[]): JsonSchema => ({
  allOf: [{ $ref: '#/components/schemas/fields_refused' }],
  properties: { errors: { additionalProperties: { items: anyOf(own) } } },
});

const defect: JsonSchema = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: { message: { type: 'string' }, code: { const: 'http.defect' }, request_id: { type: 'string' } },
};

export interface Refused {
  used: ReadonlySet<RefusalCode>;
  /** What comes together in several lists, by the name of its schema. */
  groups: Readonly<Record<string, readonly string[]>>;
}

/** The refusals of all endpoints of a document. */
export function refusalResponses(endpoints: readonly Endpoint[]) {
  const lists = endpoints.flatMap((endpoint) => Object.values(listsOf(endpoint)));
  const named = new Set<string>([...lists.flat(), ...always]);
  const { groups, grouped } = groupsOf(lists);
  return {
    used: new Set(codes.filter((code) => named.has(code))),
    groups,
    /** Its own refusals by status, each in the order of the checks, and what its flags bring. */
    responsesOf: (endpoint: Endpoint): Record<string, Response> =>
      Object.fromEntries(
        Object.entries(listsOf(endpoint)).map(([status, list]) => [status, responseOf(status, grouped(list))]),
      ),
  };
}

/** Names of schemas, by the status of the response that lists them. */
function listsOf(endpoint: Endpoint): Record<string, readonly string[]> {
  const own: readonly RefusalCode[] = endpoint.refusals ?? [];
  const derived = derivedRefusals(endpoint);
  const byStatus = [...new Set(own.map(statusOf))].map((status) => {
    const listed = own.filter((code) => statusOf(code) === status);
    if (status === 422) return [status, [...listed, 'validation']] as const;
    return [status, [...new Set([...listed, ...derived.filter((code) => statusOf(code) === status)])]] as const;
  });
  const others = derived.filter((code) => !always.some((other) => other === code));
  return { ...Object.fromEntries(byStatus), default: [...others, 'always'] };
}

function responseOf(status: string, list: readonly string[]): Response {
  if (status === '422') return json('Fields are refused.', ofFields(list));
  const isDefault = status === 'default';
  return json(isDefault ? 'Refused before the call has an effect, or an internal error.' : 'Refused.', anyOf(list));
}

/** What any call may be refused for, whatever its flags. */
const always = ['http.host', 'http.malformed', 'http.too_many', 'http.busy', 'http.unavailable'] as const;
