import { z } from 'zod';

/** What we read of JSON Schema. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: readonly unknown[];
  minLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  required?: readonly string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  description?: string;
}

/** A schema of the contract, without what holds for all: the pattern of a format, the bounds of any integer. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.anyOf) Object.assign(jsonSchema, nullable(jsonSchema as JsonSchema));
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Unnamed fields are refused in any input and dropped from any response.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return described as JsonSchema;
}

/** `string or null` in one schema, where the other is a plain one. */
function nullable({ anyOf = [] }: JsonSchema): object {
  const [plain, none] = anyOf;
  if (anyOf.length !== 2 || none?.type !== 'null' || typeof plain?.type !== 'string' || plain.enum) return {};
  return { anyOf: undefined, ...plain, type: [plain.type, 'null'] };
}

/** The same schema with each schema within it replaced; `path` has the names of the fields on the way. */
export function mapWithin(
  schema: JsonSchema,
  path: readonly string[],
  replace: (part: JsonSchema, path: readonly string[]) => JsonSchema,
): JsonSchema {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  const each = (parts: readonly JsonSchema[]) => parts.map((part) => replace(part, path));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, replace(part, [...path, name])]),
      ),
    }),
    ...(items && { items: replace(items, path) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: replace(additionalProperties, path) }),
  };
}
