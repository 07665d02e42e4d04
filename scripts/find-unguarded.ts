/**
 * The endpoints without a guard. Types check it as well, but a plain build does not run them.
 * @param endpoints the contract, by name
 */
export const findUnguarded = (endpoints: Readonly<Record<string, object>>): string[] =>
  Object.entries(endpoints).flatMap(([name, endpoint]) => ('guard' in endpoint ? [] : [name]));
