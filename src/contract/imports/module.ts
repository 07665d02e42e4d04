import type { Declaration } from '#contract/declaration.ts';

export const imports = {
  auditActions: { imports: ['upload', 'check', 'report', 'approve', 'client', 'account', 'document', 'end', 'invite'] },
  auditDetails: ['import'],
  jobs: ['imports.work', 'imports.invite', 'imports.purge'],
} as const satisfies Declaration;
