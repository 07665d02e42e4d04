import type { DeclarationWith } from '#contract/declaration.ts';
import { optional, pressing } from '#contract/notifications/terms.ts';
import type { VerificationEvents } from './events.ts';

export const verification = {
  auditActions: {
    verification: [
      'save_person',
      'save_profile',
      'assign',
      'decide',
      'confirm_phone',
      'request_phone_code',
      'enter_phone_code',
      'begin_check',
      'note_check',
      'approve_check',
      'report_check',
      'request_document',
      'use_imported',
      'queue_file',
    ],
  },
  auditDetails: ['first_name', 'second_name', 'birth_on', 'nationality', 'phone'],
  jobs: [
    'verification.expire',
    'verification.follow_levels',
    'verification.phone_codes',
    'verification.identity_checks',
  ],
  adapters: {
    twilio: {
      port: 'messages',
      settings: { account_sid: { kind: 'text' }, sender: { kind: 'text' }, stand_in: { kind: 'stand_in' } },
      secrets: { auth_token: {} },
      hooks: true,
    },
    http_gateway: {
      port: 'messages',
      settings: { address: { kind: 'address' }, sender: { kind: 'text' } },
      secrets: { bearer: {}, signing_secret: {} },
      hooks: true,
    },
    sumsub: {
      port: 'identity',
      settings: {
        level_name: { kind: 'text' },
        digest: { kind: 'choice', of: ['HMAC_SHA256_HEX', 'HMAC_SHA512_HEX'] },
        approves: { kind: 'flag' },
        stand_in: { kind: 'stand_in' },
      },
      secrets: { app_token: {}, secret_key: {}, webhook_secret: {} },
      hooks: true,
      decides: 'approves',
    },
  },
  notifications: {
    'verification.level_changed': {
      level_risen: { group: 'verification', channels: optional },
      level_fallen: { group: 'verification', ...pressing },
    },
    'verification.document_accepted': { document_accepted: { group: 'verification', channels: optional } },
    'verification.document_rejected': { document_rejected: { group: 'verification', channels: optional } },
    'verification.document_expiring': { document_expiring: { group: 'verification', ...pressing } },
    'verification.document_requested': { document_requested: { group: 'verification', ...pressing } },
  },
  publicEvents: [
    'client.level_changed',
    'document.accepted',
    'document.rejected',
    'document.requested',
    'document.expiring',
  ],
} as const satisfies DeclarationWith<VerificationEvents>;
