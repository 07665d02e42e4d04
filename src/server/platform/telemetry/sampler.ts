import type { SpanContext } from './span.ts';

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

/** Whether a trace is kept; all its steps, here and on other instances, decide alike. */
export type Sampler = (traceId: string, parent: SpanContext | undefined) => boolean;

/** Of the digits of a trace id, so many are compared with the share that is kept. */
const digits = 12;

export function samplerOf(name: SamplerName, share: number): Sampler {
  const own = name.replace('parentbased_', '');
  const isKept = (traceId: string) =>
    own === 'always_on' ||
    (own === 'traceidratio' && Number.parseInt(traceId.slice(-digits), 16) < share * 16 ** digits);
  return (traceId, parent) => (name.startsWith('parentbased_') && parent ? parent.isSampled : isKept(traceId));
}
