/** What a content security policy allows that ours should not. Empty when it is strict. */
export function weaknesses(policy: string | null): string[] {
  if (!policy) return ['there is none'];
  const rules = new Map(
    policy.split(';').map((rule) => {
      const [name = '', ...sources] = rule.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const ofScripts = rules.get('script-src') ?? rules.get('default-src') ?? ['*'];
  const isOff = ofScripts.join() === "'none'" || rules.get('sandbox')?.length === 0;
  const isNone = (name: string) => rules.get(name)?.join() === "'none'";
  return [
    ...[...rules].flatMap(([name, sources]) => sources.filter(isLoose).map((source) => `${name} has ${source}`)),
    ...ofScripts.filter((source) => source !== "'self'" && source !== "'none'").map((one) => `scripts from ${one}`),
    ...(isNone('default-src') ? [] : ["default-src is not 'none'"]),
    ...(isNone('frame-ancestors') || rules.get('frame-ancestors')?.join() === "'self'" ? [] : ['may be framed']),
    ...(isOff || isNone('base-uri') ? [] : ["base-uri is not 'none'"]),
    ...(isNone('object-src') || (!rules.has('object-src') && isNone('default-src'))
      ? []
      : ["object-src is not 'none'"]),
    ...(isOff || rules.has('form-action') ? [] : ['forms go anywhere']),
    ...(isOff || rules.get('require-trusted-types-for')?.join() === "'script'" ? [] : ['no Trusted Types']),
  ];
}

const isLoose = (source: string) =>
  /^'(unsafe-|wasm-unsafe)|^\*|^(https?|wss?|ftp|filesystem):$/.test(source) || /:\/\/\*/.test(source);
