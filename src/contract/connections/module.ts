import type { Declaration } from '#contract/declaration.ts';

export const connections = {
  jobs: ['connections.handle_events', 'connections.purge'],
} as const satisfies Declaration;
