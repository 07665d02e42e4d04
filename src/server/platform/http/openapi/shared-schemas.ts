import { mapWithin, type JsonSchema } from './json-schema.ts';

/** Shorter schemas stay where they are: a reference would not be shorter. */
const minLength = 70;

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export interface SharedSchemas {
  /** The schema, with references instead of the parts that other schemas have too. */
  share: (schema: JsonSchema, path: readonly string[]) => JsonSchema;
  /** The parts, by the names of the fields where each was met first. */
  components: Record<string, JsonSchema>;
}

/**
 * Finds what schemas have in common, by what it says: a reader of the document meets each thing once.
 * @param named what has a name whether it is met or not
 */
export function sharedSchemas(all: readonly JsonSchema[], named: Record<string, JsonSchema>): SharedSchemas {
  const repeated = repeatedParts(all);
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]));
  const components = { ...named };

  function share(schema: JsonSchema, path: readonly string[]): JsonSchema {
    const text = JSON.stringify(schema);
    const known = names.get(text);
    if (known !== undefined) return refTo(known);
    if (!repeated.has(text)) return mapWithin(schema, path, share);
    const name = freeName(path.join('.'));
    names.set(text, name);
    // Before what is within, so that the names stand in the order of their fields.
    components[name] = {};
    components[name] = mapWithin(schema, path, share);
    return refTo(name);
  }

  function freeName(wanted: string): string {
    if (!(wanted in components)) return wanted;
    const taken = Object.keys(components).filter((name) => name.startsWith(`${wanted}.`)).length;
    return freeName(`${wanted}.${taken + 2}`);
  }

  return { share, components };
}

/** What is said more than once. What is within a repeated part counts once, as it will be written once. */
function repeatedParts(all: readonly JsonSchema[]): ReadonlySet<string> {
  const met = new Set<string>();
  const repeated = new Set<string>();
  const visit = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    if (met.has(text)) {
      if (text.length > minLength && schema.$ref === undefined) repeated.add(text);
      return schema;
    }
    met.add(text);
    return mapWithin(schema, [], visit);
  };
  all.forEach(visit);
  return repeated;
}

/** Puts recursive schemas beside the others: the compiler of schemas leaves them within the one that begins there. */
export function recursiveSchemas() {
  const components: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();
  return {
    components,
    lift({ $defs, ...schema }: JsonSchema, name: string): JsonSchema {
      if (!$defs) return schema;
      const text = JSON.stringify($defs);
      const prefix = names.get(text) ?? name;
      const renamed = (part: object) =>
        JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/__', `"#/components/schemas/${prefix}.`)) as JsonSchema;
      if (!names.has(text))
        for (const [key, part] of Object.entries($defs))
          components[`${prefix}.${key.replace(/^__/, '')}`] = renamed(part);
      names.set(text, prefix);
      return renamed(schema);
    },
  };
}
