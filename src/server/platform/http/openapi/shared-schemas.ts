import { mapWithin, type JsonSchema } from './json-schema.ts';

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export interface SharedSchemas {
  /** The schema, with references instead of the parts that other schemas have too. */
  share: (schema: JsonSchema, path: readonly string[]) => JsonSchema;
  /** The parts, by the names of the fields where each was met first. */
  components: Record<string, JsonSchema>;
}

/**
 * Finds what schemas have in common, by what it says. It stands once where that makes the document shorter.
 * @param named what has a name whether it is met or not
 */
export function sharedSchemas(all: readonly JsonSchema[], named: Record<string, JsonSchema>): SharedSchemas {
  const times = countParts([...Object.values(named), ...all]);
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]));
  const components = { ...named };
  for (const [name, schema] of Object.entries(named)) components[name] = mapWithin(schema, [name], share);

  function share(schema: JsonSchema, path: readonly string[]): JsonSchema {
    const text = JSON.stringify(schema);
    const known = names.get(text);
    if (known !== undefined) return refTo(known);
    const name = freeName(nameOf(path));
    if (!isShorter(text, name)) return mapWithin(schema, path, share);
    names.set(text, name);
    // Before what is within, so that the names stand in the order of their fields.
    components[name] = {};
    components[name] = mapWithin(schema, path, share);
    return refTo(name);
  }

  function isShorter(text: string, name: string): boolean {
    const count = times.get(text) ?? 0;
    const saved = count * (text.length - JSON.stringify(refTo(name)).length);
    return count > 1 && saved > text.length + `"${name}":,`.length;
  }

  function freeName(wanted: string): string {
    if (!(wanted in components)) return wanted;
    const taken = Object.keys(components).filter((name) => name.startsWith(`${wanted}.`)).length;
    return freeName(`${wanted}.${taken + 2}`);
  }

  return { share, components };
}

/** The call and the field. */
const nameOf = (path: readonly string[]): string => [...path.slice(0, 1), ...path.slice(1).slice(-1)].join('.');

/** How often each part is said. What is within a repeated part counts once, as it will be written once. */
function countParts(all: readonly JsonSchema[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const visit = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return before > 0 ? schema : mapWithin(schema, [], visit);
  };
  all.forEach(visit);
  return times;
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
