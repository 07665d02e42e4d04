import type { Declaration } from '#contract/declaration.ts';

export const connections = {
  auditActions: {
    connections: ['create', 'edit', 'test', 'use', 'switch_off', 'remove', 'replay'],
  },
  auditDetails: ['connection', 'adapter'],
  jobs: ['connections.handle_events', 'connections.missed_events', 'connections.purge'],
} as const satisfies Declaration;
