import type { AdapterFieldName, AdapterName } from '#contract/connections/adapters.ts';

/** The texts of an adapter and of its fields, whose names come from the server. */
export const nameKeyOf = (adapter: string) => `connections.adapter_${adapter as AdapterName}` as const;
export const aboutKeyOf = (adapter: string) => `connections.about_${adapter as AdapterName}` as const;
export const fieldKeyOf = (field: string) => `connections.field_${field as AdapterFieldName}` as const;
