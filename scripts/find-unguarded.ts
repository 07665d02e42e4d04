/**
 * The endpoints of which nothing says who may call them. Types tell as well, but whoever only builds does not ask them.
 * @param endpoints the contract, by name
 */
export const findUnguarded = (endpoints: Readonly<Record<string, object>>): string[] =>
  Object.entries(endpoints).flatMap(([name, endpoint]) => ('guard' in endpoint ? [] : [name]));
