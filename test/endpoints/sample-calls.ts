import { z } from 'zod';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

type Part = 'params' | 'query' | 'body';
interface Shape {
  type?: string;
  format?: string;
  enum?: string[];
  minLength?: number;
  minimum?: number;
  minItems?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
}

/** A field of an endpoint that names something by an id. */
export interface IdField {
  part: Part;
  /** From the part downwards; `[]` stands for an item. */
  path: string[];
}

/** What an endpoint takes, as JSON goes in (`in`) and as it is once it is read, which knows more of its limits (`out`). */
const shapeOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;

const parts = ['params', 'query', 'body'] as const;

/** Every field of an endpoint that takes an id: by its form, or by its name. */
export function idFields(endpoint: Endpoint): IdField[] {
  return parts.flatMap((part) => {
    const schema = endpoint[part];
    return schema ? idPaths(shapeOf(schema, 'input'), []).map((path) => ({ part, path })) : [];
  });
}

function idPaths(shape: Shape, path: string[]): string[][] {
  const name = path.findLast((step) => step !== '[]') ?? '';
  const isId = shape.format === 'uuid' || (shape.type === 'string' && /(^|_)(id|ids|cursor|number)$/.test(name));
  return [
    ...(isId ? [path] : []),
    ...(shape.anyOf ?? []).flatMap((one) => idPaths(one, path)),
    ...(shape.items ? idPaths(shape.items, [...path, '[]']) : []),
    ...Object.entries(shape.properties ?? {}).flatMap(([key, one]) => idPaths(one, [...path, key])),
  ];
}

/**
 * Calls that the endpoint takes, with everything that it must have, and `value` in one field. Where a field beside it says of
 * what kind the id is, there is a call for each kind.
 * @param own goes where another id is asked for
 */
export function samplesOf(endpoint: Endpoint, field: IdField, value: string, own: string): Record<Part, object>[] {
  const kinds = choicesBeside(endpoint, field);
  return kinds.map((choice) => {
    const call = { params: {}, query: {}, body: {} };
    for (const part of parts) {
      const schema = endpoint[part];
      if (!schema) continue;
      const [inward, outward] = [shapeOf(schema, 'input'), shapeOf(schema, 'output')];
      const steps = part === field.part ? field.path : [];
      call[part] = fill(inward, outward, { steps, value, choice, own }) as object;
    }
    return call;
  });
}

interface Input {
  steps: string[];
  value: string;
  choice: string | undefined;
  own: string;
}

function fill(shape: Shape, out: Shape | undefined, input: Input): unknown {
  const { steps, value, choice } = input;
  const [step, ...rest] = steps;
  if (shape.anyOf) {
    const chosen = shape.anyOf.find((one) => one.format === 'uuid') ?? shape.anyOf[0];
    return chosen ? fill(chosen, undefined, input) : null;
  }
  if (shape.items) {
    const isEnabled = step !== undefined || (shape.minItems ?? 0) > 0;
    return isEnabled ? [fill(shape.items, out?.items, { ...input, steps: rest })] : [];
  }
  if (shape.properties) {
    const named = Object.entries(shape.properties).filter(
      ([name]) => name === step || (shape.required?.includes(name) ?? false),
    );
    return Object.fromEntries(
      named.map(([name, one]) => {
        const isOnTheWay = name === step;
        const isChoice = rest.length === 0 && choice !== undefined && one.enum?.includes(choice);
        if (isChoice) return [name, choice];
        const further = isOnTheWay ? { steps: rest, value } : { steps: [], value: '' };
        const otherId = name === 'request_id' ? crypto.randomUUID() : input.own;
        if (!isOnTheWay && words[name] !== undefined) return [name, words[name]];
        return [name, fill(one, out?.properties?.[name], { ...input, ...further, own: otherId })];
      }),
    );
  }
  return leaf(out?.type ? out : shape, input);
}

/** What a field of that name takes where its shape does not say it. */
const words: Record<string, string> = {
  call: 'GET /api/chat/unread',
  amount: '10.00',
  code: '123456',
  from: '2026-03-01',
  to: '2026-03-02',
  trading_account_id: '90000002',
};

function leaf(shape: Shape, { value, own }: Input): unknown {
  if (value !== '') return value;
  if (shape.enum) return shape.enum[0];
  if (shape.format === 'uuid') return own;
  if (shape.format === 'date-time') return '2100-01-01T00:00:00.000Z';
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1);
  if (shape.type === 'boolean') return true;
  return 'x'.repeat(Math.max(1, shape.minLength ?? 1));
}

/** The words of a sibling by which an endpoint knows what kind of thing an id names; one empty choice where there is none. */
function choicesBeside(endpoint: Endpoint, { part, path }: IdField): (string | undefined)[] {
  const schema = endpoint[part];
  let shape: Shape | undefined = schema ? shapeOf(schema, 'input') : undefined;
  for (const step of path.slice(0, -1)) shape = step === '[]' ? shape?.items : shape?.properties?.[step];
  return path.length > 1 && shape?.properties?.['type']?.enum ? shape.properties['type'].enum : [undefined];
}
