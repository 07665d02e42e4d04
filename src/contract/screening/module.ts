import type { Declaration } from '#contract/declaration.ts';

export const screening = {
  auditActions: { screening: ['view', 'clear', 'confirm', 'list_file'] },
  auditDetails: ['hit', 'entity'],
  adapters: {
    yente: {
      port: 'screening',
      settings: {
        address: { kind: 'address' },
        dataset: { kind: 'text' },
        algorithm: { kind: 'choice', of: ['logic-v2', 'logic-v1', 'name-qualified', 'name-based', 'regression-v1'] },
        threshold_percent: { kind: 'number' },
        control_name: { kind: 'text' },
      },
      secrets: { api_key: { optional: true } },
      hooks: false,
      protects: true,
    },
  },
  jobs: ['screening.due', 'screening.nightly'],
} as const satisfies Declaration;
