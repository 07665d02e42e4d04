import type { RequestOf } from '#contract/api.ts';
import type { Connection, ConnectionAdapter } from '#contract/connections/endpoints.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';

/** The fields of the form; those of the adapter stand under `field_` and their names, or `tick_`. */
export interface ConnectionForm {
  [field: `field_${string}`]: string;
  [tick: `tick_${string}`]: boolean;
  name: string;
  countries: string;
  currencies: string;
  min: string;
  max: string;
  order: string;
  own_network: boolean;
  current_password: string;
  code: string;
}

type Body = Omit<RequestOf<'POST /api/staff/connections/edit'>['body'], 'connection_id' | 'currencies'> & {
  currencies: NonNullable<RequestOf<'POST /api/staff/connections/edit'>['body']>['currencies'];
};

export const textField = (name: string) => `field_${name}` as const;
export const tickField = (name: string) => `tick_${name}` as const;

/** What a new connection, or a change of one, begins with. */
export function initialOf(adapter: ConnectionAdapter, subject: Connection | undefined): ConnectionForm {
  const now = subject?.draft ?? subject?.value;
  const own = adapter.fields.map(({ name, kind, choices }): [string, string | boolean] => {
    const value = now?.settings[name];
    if (kind === 'flag') return [tickField(name), value === true];
    return [textField(name), kind === 'secret' ? '' : String(value ?? choices[0] ?? '')];
  });
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(tierNames.map((tier) => [tickField(tier), now?.tiers.includes(tier) ?? false])),
    name: now?.name ?? '',
    countries: now?.countries.join(', ') ?? '',
    currencies: now?.currencies.join(', ') ?? '',
    min: now?.min ?? '',
    max: now?.max ?? '',
    order: String(now?.order ?? 100),
    own_network: now?.in_own_network ?? false,
    current_password: '',
    code: '',
  };
}

const codesIn = (text: string) =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

/** The same as the server takes it. */
export function bodyOf(adapter: ConnectionAdapter, values: ConnectionForm): Body {
  const { name, countries, currencies, min, max, order, own_network: inOwnNetwork } = values;
  return {
    name,
    fields: Object.fromEntries(
      adapter.fields.map((field) => [
        field.name,
        String(values[textField(field.name)] ?? values[tickField(field.name)] ?? ''),
      ]),
    ),
    in_own_network: inOwnNetwork,
    countries: codesIn(countries),
    currencies: codesIn(currencies),
    tiers: tierNames.filter((tier) => values[tickField(tier)] === true),
    min,
    max,
    order: Number(order),
  };
}
