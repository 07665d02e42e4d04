import type { Endpoint, Guard } from '#contract/kernel/endpoint.ts';
import { derivedRefusals } from '#contract/kernel/refusals/derived.ts';
import type { RefusalSpec } from '#contract/kernel/refusals/refusal.ts';
import { refusals, refusalText, type RefusalCode } from '#contract/refusals.ts';
import type { Text } from '../../text.ts';
import { statusOf } from '../../refusal.ts';
import { exampleOf } from './example.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';

interface Response {
  description: string;
  content: { 'application/json': { schema: JsonSchema } };
}

const codes = Object.keys(refusals) as RefusalCode[];
const json = (description: string, schema: JsonSchema): Response => ({
  description,
  content: { 'application/json': { schema } },
});
const refTo = (code: RefusalCode): JsonSchema => ({ $ref: `#/components/schemas/${code}` });

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

/** What a schema says of a field. */
const ofSchema: JsonSchema = { $ref: '#/components/schemas/validation' };
const isOfSchema = (code: RefusalCode) => code.startsWith('validation.') && code !== 'validation.failed';

/** One schema for each of these refusals. Their descriptions show the English message. */
export function refusalSchemas(text: Text, used: ReadonlySet<RefusalCode>): Record<string, JsonSchema> {
  const all = codes.filter((code) => code !== 'validation.failed' && (used.has(code) || isOfSchema(code)));
  return {
    refusal,
    validation: { anyOf: codes.filter(isOfSchema).map(refTo) },
    fields_refused: fieldsRefused,
    'validation.failed': ofFields([]),
    always: { anyOf: [...always.map(refTo), defect] },
    ...Object.fromEntries(all.map((code) => [code, schemaOf(code, text)])),
  };
}

function schemaOf(code: RefusalCode, text: Text): JsonSchema {
  const { params: values }: RefusalSpec = refusals[code];
  const params = values && jsonSchemaOf(values, 'output');
  const example = { field: 'Field', ...(params && (exampleOf(params) as object)) };
  return {
    description: `${statusOf(code)}: ${text('en', refusalText(code), example)}`,
    allOf: [{ $ref: '#/components/schemas/refusal' }],
    properties: { code: { const: code }, ...(params && { params }) },
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
const ofFields = (own: readonly RefusalCode[]): JsonSchema => ({
  allOf: [{ $ref: '#/components/schemas/fields_refused' }],
  properties: {
    errors: {
      additionalProperties: { items: own.length === 0 ? ofSchema : { anyOf: [...own.map(refTo), ofSchema] } },
    },
  },
});

const defect: JsonSchema = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: { message: { type: 'string' }, code: { const: 'http.defect' }, request_id: { type: 'string' } },
};

const anyOf = (of: readonly RefusalCode[]): JsonSchema => ({
  anyOf: of.map(refTo),
});
const guardName = (guard: Guard) => (typeof guard === 'string' ? guard : 'scope' in guard ? 'key' : 'roles');

/** The refusals of all endpoints of a document; endpoints that refuse the same share a response. */
export function refusalResponses() {
  const responses = new Map<string, { name: string; response: Response }>();
  const used = new Set<RefusalCode>();
  const groups = new Map<string, { name: string; schema: JsonSchema }>();

  /** What the flags of many endpoints bring together is listed once. */
  function grouped(status: number, together: readonly RefusalCode[]): JsonSchema[] {
    if (together.length < 2) return together.map(refTo);
    const key = together.join(' ');
    const known = groups.get(key) ?? { name: `derived_${status}.${groups.size + 1}`, schema: anyOf(together) };
    groups.set(key, known);
    return [{ $ref: `#/components/schemas/${known.name}` }];
  }

  function share(name: string, listed: readonly RefusalCode[], make: () => Response) {
    const key = listed.join(' ');
    for (const code of listed) used.add(code);
    const known = responses.get(key) ?? { name: `${name}.${responses.size + 1}`, response: make() };
    responses.set(key, known);
    return { $ref: `#/components/responses/${known.name}` };
  }

  return {
    used,
    /** Its own refusals by status, each in the order of the checks, and what its flags bring. */
    responsesOf(endpoint: Endpoint): Record<string, { $ref: string }> {
      const own: readonly RefusalCode[] = endpoint.refusals ?? [];
      const derived = derivedRefusals(endpoint);
      const byStatus = [...new Set(own.map(statusOf))].map((status) => {
        const ofStatus = (code: RefusalCode) => statusOf(code) === status;
        const listed = own.filter(ofStatus);
        const others = derived.filter((code) => ofStatus(code) && !listed.includes(code));
        return [
          status,
          status === 422
            ? share('422', listed, () => json('Fields are refused.', ofFields(listed)))
            : share(String(status), [...listed, ...others], () =>
                json('Refused.', { anyOf: [...listed.map(refTo), ...grouped(status, others)] }),
              ),
        ] as const;
      });
      const others = share(guardName(endpoint.guard), derived, () => refusedBefore(derived));
      return { ...Object.fromEntries(byStatus), default: others };
    },
    groups: () => Object.fromEntries([...groups.values()].map(({ name, schema }) => [name, schema])),
    components: () => Object.fromEntries([...responses.values()].map(({ name, response }) => [name, response])),
  };
}

/** What any call may be refused for, whatever its flags. */
const always = ['http.host', 'http.malformed', 'http.too_many', 'http.busy', 'http.unavailable'] as const;

function refusedBefore(derived: readonly RefusalCode[]): Response {
  const { anyOf: own = [] } = anyOf(derived.filter((code) => !always.some((other) => other === code)));
  return json('Refused before the call has an effect, or an internal error.', {
    anyOf: [...own, { $ref: '#/components/schemas/always' }],
  });
}
