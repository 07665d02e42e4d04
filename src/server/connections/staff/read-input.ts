import type { z } from 'zod';
import type { AdapterTerms } from '#contract/connections/names.ts';
import type { connectionsEndpoints } from '#contract/connections/endpoints.ts';
import { fromDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { ConnectionValue } from '#server/platform/connections/value.ts';
import { mayBeCalled } from '#server/platform/outbound/ssrf-guard.ts';
import { refuseField } from '#server/platform/refusal.ts';

type Body = Omit<
  z.output<(typeof connectionsEndpoints)['connections.create']['body']>,
  'adapter' | 'current_password' | 'code' | 'passkey'
>;

export interface ReadInput {
  value: ConnectionValue;
  /** Those that were entered. */
  secrets: Record<string, string>;
}

type World = Pick<App, 'config' | 'connections'>;

/**
 * Reads what an administrator entered for an adapter.
 * @throws Refusal `connections.adapter`, or one of a field: `connections.value`, `connections.address`,
 * `validation.required`, `connections.amounts`
 */
export function readInput(world: World, name: string, { fields, min, max, ...given }: Body): ReadInput {
  const terms = termsOf(world, name);
  const secrets = Object.fromEntries(
    Object.keys(terms.secrets).flatMap((field) => (fields[field] ? [[field, fields[field]]] : [])),
  );
  const settings = Object.fromEntries(
    Object.entries(terms.settings).flatMap(([field, { kind }]): [string, string | number | boolean][] => {
      const written = (fields[field] ?? '').trim();
      if (kind === 'flag') return [[field, written === 'true']];
      return written === '' ? [] : [[field, kind === 'number' ? Number(written) : written]];
    }),
  );
  const known = new Set([...Object.keys(terms.secrets), ...Object.keys(terms.settings)]);
  const foreign = Object.keys(fields).find((field) => !known.has(field));
  if (foreign !== undefined) throw refuseField(`field_${foreign}`, 'connections.value');
  checkAddresses(world, terms, settings, given.in_own_network);
  const parsed = world.connections.adapterOf(name)?.settings.safeParse(settings);
  const [issue] = parsed?.error?.issues ?? [];
  if (issue) {
    const field = String(issue.path[0] ?? 'name');
    throw refuseField(`field_${field}`, settings[field] === undefined ? 'validation.required' : 'connections.value');
  }
  const [currency] = given.currencies;
  if ((min || max) && (given.currencies.length !== 1 || currency === undefined))
    throw refuseField(min ? 'min' : 'max', 'connections.amounts');
  const minor = (bound: string | undefined) => (bound && currency ? minorOf(bound, currency) : null);
  return { secrets, value: { ...given, settings, min: minor(min), max: minor(max) } };
}

function minorOf(bound: string, currency: string): string {
  try {
    return String(fromDecimal(bound, currency));
  } catch {
    throw refuseField('min', 'connections.amounts');
  }
}

/** @throws Refusal `connections.adapter` */
export function termsOf({ connections }: Pick<App, 'connections'>, name: string): AdapterTerms {
  const found = connections.adapters().find((each) => each.name === name);
  if (!found) throw refuseField('adapter', 'connections.adapter');
  return found.terms;
}

/** Whether the addresses of stand-ins may be entered: in a demo and for tests. */
export const hasStandIns = ({ config }: Pick<App, 'config'>) => config.demo || config.webhooksLocal;

function checkAddresses(
  world: World,
  terms: AdapterTerms,
  settings: Record<string, unknown>,
  inOwnNetwork: boolean,
): void {
  for (const [field, { kind }] of Object.entries(terms.settings)) {
    const written = settings[field];
    if (typeof written !== 'string' || (kind !== 'address' && kind !== 'host' && kind !== 'stand_in')) continue;
    const isAllowed = kind !== 'stand_in' || hasStandIns(world);
    const address = kind === 'host' ? `https://${written}` : written;
    if (!isAllowed || !mayBeCalled(address, hasStandIns(world), inOwnNetwork))
      throw refuseField(`field_${field}`, 'connections.address');
  }
}
