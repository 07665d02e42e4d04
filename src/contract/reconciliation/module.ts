import type { Declaration } from '#contract/declaration.ts';

export const reconciliation = {
  auditActions: {
    reconciliation: [
      'start',
      'statement',
      'resolve',
      'export',
      'export_balance',
      'accounts_file',
      'postings_file',
      'methods_file',
      'runs_file',
    ],
  },
  auditDetails: ['account_id', 'finding', 'lines', 'run', 'run_id', 'result', 'received'],
  jobs: ['reconciliation.run', 'reconciliation.seal'],
} as const satisfies Declaration;
