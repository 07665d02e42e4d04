import type { Endpoint, Guard, ScopeGuard } from '#contract/kernel/endpoint.ts';
import { done } from '#contract/kernel/fields.ts';
import { exampleOf } from './example.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import programExamples from './program-examples.json' with { type: 'json' };
import type { recursiveSchemas, SharedSchemas } from './shared-schemas.ts';

/** A call, with the schema and an example of each of its parts. */
export interface Operation {
  name: string;
  endpoint: Endpoint;
  schemas: Record<string, JsonSchema>;
  examples: Record<string, unknown>;
}

const parts = ['params', 'query', 'body', 'response'] as const;

/** Calls that a test made: EXAMPLES=write npx vitest run test/sdk/calls.test.ts writes them. Other examples are made of schemas. */
export const recorded: Readonly<Record<string, { body?: unknown; response: unknown }>> = programExamples;

export function readOperation(
  name: string,
  endpoint: Endpoint,
  { lift }: ReturnType<typeof recursiveSchemas>,
): Operation {
  const schemas: Operation['schemas'] = {};
  const examples: Operation['examples'] = { ...recorded[name] };
  for (const part of parts) {
    const schema = part === 'body' ? bodyOf(endpoint) : endpoint[part];
    if (!schema) continue;
    const described = jsonSchemaOf(schema, part === 'response' ? 'output' : 'input');
    examples[part] ??= exampleOf(described);
    schemas[part] = lift(described, name);
  }
  return { name, endpoint, schemas, examples };
}

/** What a program sends: its idempotency key stands in a header, never in the body as well. */
const bodyOf = ({ guard, body }: Endpoint) =>
  isForPrograms(guard) && body && 'request_id' in body.shape ? body.omit({ request_id: true }) : body;

export function describeCall({ name, endpoint }: Operation) {
  const { guard, rateLimit } = endpoint;
  const description = [
    `For ${callersOf(guard)}.`,
    ...(rateLimit ? [`At most ${rateLimit.hits} calls in ${rateLimit.windowS} s by ${rateLimit.by}.`] : []),
  ].join(' ');
  return {
    operationId: name,
    tags: [name.slice(0, name.indexOf('.'))],
    summary: endpoint.summary,
    description,
    ...securityOf(guard),
  };
}

const isForPrograms = (guard: Guard): guard is ScopeGuard => typeof guard === 'object' && 'scope' in guard;

/** The document says that calls need its kind of credentials. */
function securityOf(guard: Guard) {
  if (guard === 'anyone' || guard === 'guest') return { security: [] };
  return isForPrograms(guard) ? { security: [{ key: [guard.scope] }] } : {};
}

function callersOf(guard: Guard): string {
  if (guard === 'anyone') return 'everybody';
  if (guard === 'guest') return 'callers without a session';
  if (guard === 'signed_in') return 'signed-in people';
  if (guard === 'staff') return 'staff';
  return 'scope' in guard ? `keys with the scope ${guard.scope}` : guard.join(', ');
}

const hasFields = (schema: JsonSchema | undefined) => Object.keys(schema?.properties ?? {}).length > 0;

/** The documents say it of programs alone: a page of ours sends `request_id` by itself. */
const idempotencyKey = {
  in: 'header' as const,
  name: 'Idempotency-Key',
  required: true,
  schema: { type: 'string', pattern: '^[\\w-]{8,80}$' },
  example: '0199a3c4-5b7e-7c11-9d2e-6f8a1b2c3d4e',
};

/** The example of a call is its input, and its response where it has no input or was recorded. */
export function describeInput({ name, endpoint, schemas, examples }: Operation, { share }: SharedSchemas) {
  const { params, query, body } = schemas;
  const own = [
    ...parametersOf('path', params, examples['params']),
    ...parametersOf('query', query, examples['query']),
  ].map((parameter) => ({ ...parameter, schema: share(parameter.schema, [name, parameter.name]) }));
  const key = endpoint.idempotent && isForPrograms(endpoint.guard) ? [{ ...idempotencyKey }] : [];
  const parameters = [...own, ...key];
  const content = body && hasFields(body) && { schema: share(body, [name, 'body']), example: examples['body'] };
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content: { 'application/json': content } } } : {}),
  };
}

function parametersOf(where: 'path' | 'query', schema: JsonSchema | undefined, example: unknown) {
  const examples = example as Record<string, unknown> | undefined;
  return Object.entries(schema?.properties ?? {}).map(([name, part]) => ({
    in: where,
    name,
    ...(schema?.required?.includes(name) ? { required: true } : {}),
    schema: part,
    ...(examples && name in examples ? { example: examples[name] } : {}),
  }));
}

/** What a call answers that returns nothing but that it is done. */
const doneSchema = jsonSchemaOf(done, 'output');
const isDone = (schema: JsonSchema) => JSON.stringify(schema) === JSON.stringify(doneSchema);

/** The responses that many calls have; the others stand with their call. */
export const commonResponses = {
  done: { description: 'Done.', content: { 'application/json': { schema: doneSchema } } },
  file: {
    description: 'The file.',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
};

export function describeResponse({ name, schemas, examples }: Operation, { share }: SharedSchemas) {
  const { response = {} } = schemas;
  if (response.format === 'binary') return { $ref: '#/components/responses/file' };
  const hasInput = [schemas['body'], schemas['query'], schemas['params']].some(hasFields);
  if (hasInput && isDone(response)) return { $ref: '#/components/responses/done' };
  const isShown = !hasInput || name in recorded;
  const example = isShown ? { example: examples['response'] } : {};
  const content = { 'application/json': { schema: share(response, [name]), ...example } };
  return { description: 'Done.', content };
}

export function describeWebhook(type: string, schema: JsonSchema, { share }: SharedSchemas) {
  const header = (name: string) => ({ in: 'header', name, required: true, schema: { type: 'string' } });
  return {
    operationId: type,
    tags: ['webhooks'],
    summary: 'Signed as in Standard Webhooks: docs/operator-api.md shows how a receiver verifies the signature.',
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: share(schema, [type]), example: exampleOf(schema) } },
    },
    responses: { '2XX': { description: 'Accepted. After any other answer, delivery is retried for three days.' } },
  };
}
