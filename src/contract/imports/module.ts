import type { DeclarationWith } from '#contract/declaration.ts';
import { emailOnly } from '#contract/notifications/terms.ts';
import type { ImportsEvents } from './events.ts';

export const imports = {
  auditActions: { imports: ['upload', 'check', 'report', 'approve', 'client', 'end', 'invite'] },
  auditDetails: ['import'],
  jobs: ['imports.work', 'imports.invite', 'imports.purge'],
  notifications: { 'imports.invited': { invitation: { group: 'security', ...emailOnly } } },
} as const satisfies DeclarationWith<ImportsEvents>;
