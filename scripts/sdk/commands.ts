import { camel, singular } from './names.ts';
import type { Call, Document, Schema } from './read-document.ts';

/** What the command line says of each call, as the file that it reads. */
export function commandsOf({ calls, schemas }: Document, note: string): string {
  const table = Object.fromEntries(calls.map((call) => [commandOf(call), describe(call, schemas)] as const));
  if (Object.keys(table).length < calls.length) throw new Error('two calls have one command');
  return [
    `// ${note}`,
    "import type { Command } from '../cli/command.ts';",
    '',
    '/** The calls of the operator’s API, by the words that make them on the command line. */',
    `export const commands: Readonly<Record<string, Command>> = {`,
    ...Object.entries(table).map(([name, command]) => `  '${name}': ${JSON.stringify(command)},`),
    '};',
    '',
  ].join('\n');
}

/**
 * `clients set-country` for `POST /clients/{id}/country`. The resource is the list that the path begins with; a reading is called by
 * the rest of the path, a write by its name without the resource.
 */
export function commandOf({ name, method, path }: Call): string {
  const [list = '', rest] = path.replace('/api/operator/v1/', '').split('/{id}');
  const resource = list.split('/').at(-1) ?? '';
  const reading = rest === undefined ? 'list' : rest === '' ? 'get' : rest.slice(1);
  const writing = name.replace(new RegExp(`(?:_to)?_${singular(resource)}$`), '').replaceAll('_', '-');
  return `${resource} ${method === 'GET' ? reading : writing}`;
}

function describe({ name, summary, params, query, body, response, refusals }: Call, schemas: Record<string, Schema>) {
  const named = (schema: Schema): Schema =>
    schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  const fieldsOf = (place: string, whole: Schema = {}) =>
    Object.entries(named(whole).properties ?? {}).map(([field, schema]) => {
      const { type, enum: values, anyOf = [] } = named(schema);
      const types = new Set([type ?? anyOf.map(({ type: each = [] }) => each)].flat(2));
      const isText = types.has('string');
      if (!isText && !types.has('array')) throw new Error(`${name}: the command line sends no field like ${field}`);
      const required = named(whole).required?.includes(field) ?? false;
      const more = {
        ...(types.has('null') && { none: true }),
        ...(values && { values }),
        ...(!isText && { json: true }),
      };
      return [field, { in: place, required, ...more }];
    });
  const path = { properties: Object.fromEntries(params.map((each) => [each, { type: 'string' }])), required: params };
  const rows = named(response).properties?.['data']?.items;
  const place = ['cursor', 'after'].find((each) => query?.properties?.[each]);
  return {
    endpoint: camel(name),
    summary,
    refusals,
    fields: Object.fromEntries([
      ...fieldsOf('path', path),
      ...fieldsOf('query', query),
      ...fieldsOf('body', body),
    ]) as object,
    columns: Object.keys(named(rows ?? response).properties ?? {}),
    ...(rows && { isList: true, ...(place && { place }) }),
  };
}
