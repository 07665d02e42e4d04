import type { Declaration } from '#contract/declaration.ts';

export const reconciliation = {
  auditActions: {
    reconciliation: [
      'start',
      'statement',
      'resolve',
      'credit_line',
      'dismiss_line',
      'reread',
      'close_file',
      'export',
      'export_balance',
      'accounts_file',
      'postings_file',
      'methods_file',
      'runs_file',
    ],
  },
  auditDetails: ['account_id', 'credit', 'finding', 'line', 'lines', 'run', 'run_id', 'result', 'received'],
  jobs: ['reconciliation.run', 'reconciliation.seal', 'reconciliation.lines', 'reconciliation.fetch'],
} as const satisfies Declaration;
