import type { DeclarationWith } from '#contract/declaration.ts';
import type { LegalEvents } from './events.ts';

export const legal = {
  auditActions: {
    legal: ['create_draft', 'discard', 'publish', 'staff_list_file', 'consents_file'],
  },
  auditDetails: ['announced', 'requires_new_consent', 'effective_on', 'version_id', 'document'],
  notifications: {
    'legal.announced': { legal_announced: { group: 'news', channels: { bell: 'always', email: 'always' } } },
    'legal.accepted': {},
  },
  publicEvents: ['client.legal_accepted'],
} as const satisfies DeclarationWith<LegalEvents>;
