import { resolve } from 'node:path';
import { documentForPrograms } from '#server/platform/http/openapi/document.ts';
import { readCatalogues } from '#server/platform/text.ts';
import { root } from '../run.ts';
import { withoutModule } from './names.ts';

export interface Schema {
  $ref?: string;
  title?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  const?: unknown;
  enum?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema;
}

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: Schema;
  example?: string;
}
interface Body {
  content: { 'application/json': { schema: Schema; example?: object } };
}
type Part<T> = T | { $ref: string };
interface Written {
  operationId: string;
  summary: string;
  security: { key: string[] }[];
  parameters?: Part<Parameter>[];
  requestBody?: Part<Body>;
  responses: Record<string, Part<Body>>;
}

/** A call of the document, with what it shares with others put in place. */
export interface Call {
  name: string;
  summary: string;
  method: 'GET' | 'POST';
  path: string;
  scope: string;
  idempotent: boolean;
  params: string[];
  /** A value of each that the document has one for, by name. */
  examples: Record<string, string>;
  query: Schema | undefined;
  body: Schema | undefined;
  bodyExample: object | undefined;
  response: Schema;
  responseExample: object | undefined;
  /** Its own refusals. */
  refusals: string[];
}

export interface Document {
  calls: Call[];
  webhooks: { type: string; schema: Schema }[];
  /** Those that others name. */
  schemas: Record<string, Schema>;
}

/** The operator’s document, as any installation serves it. */
export function readDocument(): Document {
  const { text } = readCatalogues(resolve(root, 'locales'));
  const document = documentForPrograms({ brand: 'Atrium', url: 'https://clients.example.com', text });
  const components = document.components as unknown as Record<string, Record<string, unknown>>;
  const schemas = components['schemas'] as Record<string, Schema>;

  function place<T>(part: Part<T>): T {
    if (typeof part !== 'object' || part === null || !('$ref' in part)) return part;
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref) ?? [];
    return components[kind]?.[name] as T;
  }
  const schemaOf = (body: Part<Body>) => place(body).content['application/json'].schema;

  /** The codes that a response lists, in their order. */
  function codesOf(schema: Schema): string[] {
    const { const: code } = schema.properties?.['code'] ?? {};
    if (typeof code === 'string') return [code];
    const ofField = schema.properties?.['errors']?.additionalProperties?.items;
    const within = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(ofField ? [ofField] : [])];
    // What any field may be refused for is no refusal of the call's own.
    const own = within.filter(({ $ref }) => $ref !== '#/components/schemas/validation');
    return own.flatMap((part) => codesOf(place<Schema>(part as Part<Schema>)));
  }

  function readCall(method: string, path: string, written: Written): Call {
    const parameters = (written.parameters ?? []).map(place);
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const { 200: response, default: _, ...refused } = written.responses;
    return {
      name: withoutModule(written.operationId),
      summary: written.summary,
      method: method === 'get' ? 'GET' : 'POST',
      path,
      scope: written.security[0]?.key[0] ?? '',
      idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
      params: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      examples: Object.fromEntries(parameters.flatMap(({ name, example }) => (example ? [[name, example]] : []))),
      query: query.length === 0 ? undefined : objectOf(query),
      body: written.requestBody && schemaOf(written.requestBody),
      bodyExample: written.requestBody && place(written.requestBody).content['application/json'].example,
      response: response ? schemaOf(response) : {},
      responseExample: response && place(response).content['application/json'].example,
      refusals: [...new Set(Object.values(refused).flatMap((part) => codesOf(schemaOf(part))))],
    };
  }

  const entries = Object.entries(document.paths as unknown as Record<string, Record<string, Written>>);
  const calls = entries.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => readCall(method, path, written)),
  );
  const webhooks = Object.entries(document.webhooks as unknown as Record<string, { post: Written }>).map(
    ([type, { post }]) => ({ type, schema: post.requestBody ? schemaOf(post.requestBody) : {} }),
  );
  return { calls, webhooks, schemas };
}

const objectOf = (parameters: Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
});
