/** What is shared of a call. The document has the rest of it only once anyway. */
interface Call {
  operationId: string;
  parameters?: readonly { name: string }[];
  requestBody?: object;
  responses: Readonly<Record<string, object>>;
}

const kinds = ['parameters', 'requestBodies', 'responses'] as const;
type Kind = (typeof kinds)[number];
type Share = <Part extends object>(kind: Kind, name: string, part: Part) => Part | { $ref: string };

/** Each call with references instead of the parts that other calls have too; these are under `components`, once. */
export function sharedParts(calls: readonly Call[]) {
  const count = new Map<string, number>();
  const names = new Map<string, string>();
  const components: Record<Kind, Record<string, object>> = { parameters: {}, requestBodies: {}, responses: {} };

  const counted: Share = (kind, _, part) => {
    const key = kind + JSON.stringify(part);
    count.set(key, (count.get(key) ?? 0) + 1);
    return part;
  };
  for (const call of calls) partsOf(call, counted);

  const shared: Share = (kind, name, part) => {
    const text = JSON.stringify(part);
    const times = count.get(kind + text) ?? 0;
    const known = names.get(kind + text) ?? freeName(name, components[kind]);
    const $ref = `#/components/${kind}/${known}`;
    const isShorter = times * (text.length - `{"$ref":"${$ref}"}`.length) > text.length + `"${known}":,`.length;
    if (times < 2 || !isShorter) return part;
    names.set(kind + text, known);
    components[kind][known] = part;
    return { $ref };
  };
  return { share: <C extends Call>(call: C) => ({ ...call, ...partsOf(call, shared) }), components };
}

function partsOf({ operationId, parameters, requestBody, responses }: Call, share: Share) {
  // A response of success is named after its call, the others after their status.
  const nameOf = (status: string) => (status === '200' ? operationId : status);
  return {
    ...(parameters && { parameters: parameters.map((part) => share('parameters', part.name, part)) }),
    ...(requestBody && { requestBody: share('requestBodies', operationId, requestBody) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, part]) => [status, share('responses', nameOf(status), part)]),
    ),
  };
}

/** The wanted name, or with the first number from 2 that is not taken. */
export function freeName(wanted: string, taken: object): string {
  if (!Object.hasOwn(taken, wanted)) return wanted;
  for (let number = 2; ; number++) if (!Object.hasOwn(taken, `${wanted}.${number}`)) return `${wanted}.${number}`;
}
