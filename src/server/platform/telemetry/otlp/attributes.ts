import type { Attributes } from '../span.ts';

interface KeyValue {
  key: string;
  value: { stringValue: string } | { boolValue: boolean } | { intValue: string } | { doubleValue: number };
}

/** Longer texts are cut off. */
const maxText = 2000;

export function attributesJson(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: valueOf(value) },
  );
}

function valueOf(value: string | number | boolean): KeyValue['value'] {
  if (typeof value === 'string') return { stringValue: value.slice(0, maxText) };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Nanoseconds since 1970; a number holds microseconds exactly. */
export const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`;

/** Whom everything comes from. */
export interface Resource {
  serviceName: string;
  instance: string;
  version: string;
}

export const scope = { name: 'atrium' };

export const resourceJson = ({ serviceName, instance, version }: Resource) => ({
  attributes: attributesJson({
    'service.name': serviceName,
    'service.instance.id': instance,
    'service.version': version,
  }),
});
