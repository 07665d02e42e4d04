/** `add_tag` as `AddTag`. */
export const pascal = (name: string) => name.replaceAll(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
/** `add_tag` as `addTag`. */
export const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What one of a list is called. */
export const singular = (name: string) => (name === 'events' ? 'public_event' : name.replace(/s$/, ''));

export const withoutModule = (operationId: string) => operationId.replace(/^operator_api\./, '');

/** The type of a shared schema: `operator_api.clients.data` is what the list of clients has, a client. */
export function typeOf(schema: string): string {
  const [first = '', ...rest] = withoutModule(schema).split('.');
  if (!schema.startsWith('operator_api.')) return pascal(schema);
  if (rest.join('.') === 'limit') return 'Limit';
  if (rest.join('.') === 'data') return pascal(singular(first));
  return rest.length === 0 ? `${pascal(first)}Result` : pascal([singular(first), ...rest].join('_'));
}
