import type { TypeNode } from 'typescript/unstable/ast';
import type { Type } from 'typescript/unstable/sync';
import type { Source } from './source.ts';
import type { Field } from './columns.ts';

/** What a property of a row can hold; `any` of what is a tree, such as JSON. */
type Kind = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'Buffer' | 'list' | 'any' | 'other';

/** A property of a type of row. */
export interface Property {
  name: string;
  kind: Kind;
  mayBeAbsent: boolean;
}

/** How the driver delivers the types of PostgreSQL (`platform/db/types.ts`); all others arrive as text. */
const delivered: Record<string, Kind> = {
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  int8: 'bigint',
  bool: 'boolean',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'any',
  jsonb: 'any',
};

const kindOfColumn = (type: string): Kind => (type.startsWith('_') ? 'list' : (delivered[type] ?? 'string'));

/** The properties of the type of row that a call names. */
export function propertiesOf({ checker }: Source, row: TypeNode): Property[] {
  const type = checker.getTypeFromTypeNode(row);
  if (!type) throw new Error('the compiler does not know the type of a row');
  const primitives: [Kind, Type][] = [
    ['string', checker.getStringType()],
    ['number', checker.getNumberType()],
    ['bigint', checker.getBigIntType()],
    ['boolean', checker.getBooleanType()],
  ];
  return checker.getPropertiesOfType(type).map((property) => {
    const whole = checker.getTypeOfSymbol(property);
    const value = whole && checker.getNonNullableType(whole);
    if (!whole || !value) throw new Error(`the compiler does not know the type of ${property.name}`);
    const words = checker.typeToString(value);
    const primitive = primitives.find(([, type]) => checker.isTypeAssignableTo(value, type))?.[0];
    const kind = primitive ?? (/^(Date|Buffer)\b(?!\[)/.exec(words)?.[1] as Kind | undefined);
    return {
      name: property.name,
      kind: kind ?? (checker.isArrayLikeType(value) ? 'list' : words === 'unknown' ? 'any' : 'other'),
      mayBeAbsent: checker.isTypeAssignableTo(checker.getUndefinedType(), whole),
    };
  });
}

/**
 * Where a row would hold something else than its type says: a property that no column fills, or one of another type.
 * @param typeName of the number of a type in `pg_type`
 */
export function disagreements(
  properties: readonly Property[],
  fields: readonly Field[],
  typeName: (id: number) => string,
): string[] {
  return properties.flatMap(({ name, kind, mayBeAbsent }) => {
    const field = fields.find((field) => field.name === name);
    if (!field) return mayBeAbsent ? [] : [`no column is named ${name}`];
    const type = typeName(field.dataTypeID);
    const comes = kindOfColumn(type);
    return comes === 'any' || kind === 'any' || comes === kind ? [] : [`${name} is ${type} and not ${kind}`];
  });
}
