import { compile } from 'json-schema-to-typescript';
import { commandsOf } from './commands.ts';
import { camel, pascal, singular, typeOf } from './names.ts';
import { collectionOf } from './postman.ts';
import { readDocument, type Call, type Schema } from './read-document.ts';

const note = 'Made from the operator’s OpenAPI document by `npm run sdk`; edits are lost.';

/** The files of the SDK that follow from the document, by their path in its folder. */
export async function generateSdk(): Promise<Record<string, string>> {
  const document = readDocument();
  const { calls, webhooks, schemas } = document;
  const events = webhooks.map(({ type, schema }) => [`${pascal(type)}Event`, schema] as const);
  const named = Object.fromEntries([
    ...calls.flatMap(typesOf),
    ...events,
    ['WebhookEvent', { anyOf: events.map(([name]) => ({ $ref: refTo(name) })) }],
  ]) as Record<string, Schema>;
  const types = await compileTypes(named, { schemas, used: new Set(refsIn(calls)) });
  return {
    'src/generated/types.ts': types,
    'src/generated/atrium.ts': classOf(calls),
    'src/generated/commands.ts': commandsOf(document, note),
    'atrium.postman_collection.json': collectionOf(document),
  };
}

/** The names of the shared schemas that these name. */
const refsIn = (parts: unknown) =>
  [...JSON.stringify(parts).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);

const refTo = (name: string) => `#/$defs/${name}`;

/** The types that a call has of its own, by name. Of a list it is the type of its rows. */
function typesOf({ name, query, body, response }: Call): [string, Schema][] {
  const rows = response.properties?.['data']?.items;
  const result = rows ?? response;
  return [
    ...(query ? [[`${pascal(name)}Query`, query] as [string, Schema]] : []),
    ...(body && !body.$ref ? [[`${pascal(name)}Body`, body] as [string, Schema]] : []),
    ...(result.$ref ? [] : [[rows ? pascal(singular(name)) : `${pascal(name)}Result`, result] as [string, Schema]]),
  ];
}

/** Declares these types, with the shared schemas that they use. */
async function compileTypes(
  named: Record<string, Schema>,
  { schemas, used }: { schemas: Record<string, Schema>; used: Set<string> },
): Promise<string> {
  const renamed = (schema: Schema): Schema => {
    for (const name of refsIn(schema)) used.add(name);
    const to = (_: string, name: string) => `"${refTo(typeOf(name))}"`;
    return JSON.parse(JSON.stringify(schema).replaceAll(/"#\/components\/schemas\/([^"]+)"/g, to)) as Schema;
  };
  const $defs: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(named)) $defs[name] = { ...renamed(schema), title: name };
  // A shared schema may name others: the set grows while it is read.
  for (const name of used) $defs[typeOf(name)] = { ...renamed(schemas[name] ?? {}), title: typeOf(name) };
  const root = { $defs, title: 'Unused', type: 'object', properties: {} };
  const text = await compile(root as Parameters<typeof compile>[0], 'Unused', {
    additionalProperties: false,
    bannerComment: `// ${note}`,
    declareExternallyReferenced: true,
    format: true,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
    unreachableDefinitions: true,
  });
  return text.replaceAll(/\/\*\*\n(?: \*[^\n]*\n)+? \*\/\n/g, '').replace(/export interface Unused \{\s*\}\n+/, '');
}

function classOf(calls: readonly Call[]): string {
  const methods = calls.map(methodOf);
  const types = [...new Set(methods.flatMap(({ uses }) => uses))].toSorted();
  const kinds = ['CallOptions', 'Endpoint', 'Followed', 'Page', 'WriteOptions'];
  return [
    `// ${note}`,
    `import { Connection, ${kinds.map((kind) => `type ${kind}`).join(', ')} } from '../connection.ts';`,
    `import type {\n${types.map((type) => `  ${type},\n`).join('')}} from './types.ts';`,
    '',
    '/** The calls of the operator’s API, by the name of their method. */',
    `export const endpoints = {\n${calls.map(entryOf).join('')}} as const satisfies Record<string, Endpoint>;`,
    '',
    '/** The operator’s API of one installation. */',
    `export class Atrium extends Connection {\n${methods.map(({ text }) => text).join('\n')}}`,
    '',
  ].join('\n');
}

const entryOf = ({ name, method, path, scope, idempotent }: Call) =>
  `  ${camel(name)}: { method: '${method}', path: '${path}', scope: '${scope}', idempotent: ${idempotent} },\n`;

/** The method of a call, and of a list one more that follows its pages. */
function methodOf({ name, summary, scope, idempotent, params, query, body, response, refusals }: Call) {
  const rows = response.properties?.['data']?.items;
  const isPaged = rows !== undefined && query?.properties?.['cursor'] !== undefined;
  const uses: string[] = [];
  const named = (schema: Schema, own: string) => {
    const known = schema.$ref?.split('/').at(-1);
    const type = known === undefined ? own : typeOf(known);
    uses.push(type);
    return type;
  };
  const row = rows && named(rows, pascal(singular(name)));
  const result =
    row === undefined
      ? named(response, `${pascal(name)}Result`)
      : isPaged
        ? `Page<${row}>`
        : resultOfList(row, response);
  const given = [
    ...params.map((param) => [param, 'string'] as const),
    ...(body ? [['body', named(body, `${pascal(name)}Body`)] as const] : []),
  ];
  const queryType = query && named(query, `${pascal(name)}Query`);
  const options = `options?: ${idempotent ? 'WriteOptions' : 'CallOptions'}`;
  const signature = (more: string) =>
    [...given.map(([param, type]) => `${param}: ${type}`), ...(queryType ? [`query: ${more} = {}`] : []), options].join(
      ', ',
    );
  const input = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(query ? ['query'] : []),
    ...(body ? ['body'] : []),
  ];
  const inputText = input.length === 0 ? '{}' : `{ ${input.join(', ')} }`;
  const lines = [
    commentOf([summary, `Scope: \`${scope}\`.${refusals.length > 0 ? ` Refusals: ${refusals.join(', ')}.` : ''}`]),
    `  ${camel(name)}(${signature(queryType ?? '')}): Promise<${result}> {`,
    `    return this.call(endpoints.${camel(name)}, ${inputText}, options);`,
    '  }',
  ];
  if (isPaged) {
    const passed = [...given.map(([param]) => param), '{ ...query, ...cursor }', 'options'].join(', ');
    lines.push(
      '',
      commentOf([`The rows of \`${camel(name)}\`, page after page.`]),
      `  every${pascal(singular(name))}(${signature(`Omit<${queryType}, 'cursor'>`)}): AsyncGenerator<${row}, void> {`,
      `    return this.rows((cursor) => this.${camel(name)}(${passed}));`,
      '  }',
    );
  }
  if (row !== undefined && query?.properties?.['after'] !== undefined) {
    lines.push(
      '',
      commentOf([
        `The rows of \`${camel(name)}\` as they come, without an end; a stream that breaks continues after the last row.`,
      ]),
      `  follow${pascal(name)}(query: Omit<${queryType}, 'limit'> = {}, options?: CallOptions): AsyncGenerator<Followed<${row}>, void> {`,
      `    return this.follow(endpoints.${camel(name)}, query, options);`,
      '  }',
    );
  }
  return { text: `${lines.join('\n')}\n`, uses };
}

/** A list without pages, or one that another field continues. */
const resultOfList = (row: string, { properties = {} }: Schema) =>
  `{ data: ${row}[]${'next_cursor' in properties ? '; next_cursor: string' : ''} }`;

const commentOf = (lines: string[]) =>
  lines.length === 1 ? `  /** ${lines[0]} */` : `  /**\n${lines.map((line) => `   * ${line}\n`).join('')}   */`;
