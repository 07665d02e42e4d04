import { stepKinds } from './names.ts';
import { partOf, type ProtectedKey } from '#contract/settings/names.ts';
import type { OverrideKind } from '#contract/staff/override-names.ts';

/** Days until an approval request expires, and how long a new administrator cannot approve one. */
export const approvalRequestDays = 7;

/**
 * What takes two people: a setting of the operator; an API key that issues sign-in links; a connection
 * that moves money; a file for the bank; an import; limits, level, risk rating, tier, address or roles of a person; clearing a hit
 * of the screening; that a person is bound again at the provider of single sign-on; that a person who sees offerings
 * deals on their own account.
 */
export type ApprovalSubject =
  | { kind: 'setting'; key: ProtectedKey; clientId: null }
  /** `key` is the id of the API key. */
  | { kind: 'api_key'; key: string; clientId: null }
  /** `key` is the id of the file for the bank. */
  | { kind: 'payout_file'; key: string; clientId: null }
  /** `key` is the id of the import. */
  | { kind: 'import'; key: string; clientId: null }
  /** `key` is the id of the connection. */
  | { kind: 'connection'; key: string; clientId: null }
  | { kind: 'limits'; key: OverrideKind; clientId: string }
  /** `key` is the id of the screening hit. */
  | { kind: 'screening'; key: string; clientId: string }
  /** `key` is the id of what binds the person to the provider. */
  | { kind: 'staff_identity'; key: string; clientId: string }
  /** `key` is `accounts`, `offerings` or the id of one offering. */
  | { kind: 'staff_dealing'; key: string; clientId: string }
  | { kind: 'level' | 'risk' | 'tier' | 'email' | 'role'; key: null; clientId: string };
export type ApprovalRequestKind = ApprovalSubject['kind'];

/** The kinds that are decided on by the endpoints of approvals; steps of a process are decided on where they run. */
export const requestKinds = [
  'setting',
  'api_key',
  'payout_file',
  'connection',
  'import',
  'limits',
  'staff_dealing',
  'level',
  'risk',
  'tier',
  'email',
  'role',
  'screening',
  'staff_identity',
] as const satisfies readonly ApprovalRequestKind[];

/** Everything that takes two people. */
export const approvalKinds = [...stepKinds, ...requestKinds] as const;

/** The path below the language: the page that shows the request with what it changes, and where it is decided. */
export function pathOfApprovalRequest(
  subject:
    | { kind: 'setting'; key: ProtectedKey }
    | { kind: 'api_key' }
    | { kind: 'payout_file' }
    | { kind: 'connection' }
    | { kind: 'import'; key: string }
    | { kind: 'payment'; key: string }
    | { kind: 'offering'; key: string }
    | { kind: 'transfer' }
    | { kind: 'screening' }
    | {
        kind: Exclude<
          ApprovalRequestKind,
          'setting' | 'api_key' | 'payout_file' | 'connection' | 'import' | 'screening'
        >;
        clientId: string;
      },
):
  | `/admin/settings/${string}`
  | `/admin/clients/${string}`
  | `/admin/money/${string}`
  | `/admin/ipo/${string}/decisions`
  | '/admin/screening'
  | '/admin/money'
  | '/admin/money/files'
  | '/admin/connections'
  | `/admin/imports/${string}`
  | '/admin/api' {
  if (subject.kind === 'payment') return `/admin/money/${subject.key}`;
  if (subject.kind === 'offering') return `/admin/ipo/${subject.key}/decisions`;
  if (subject.kind === 'screening') return '/admin/screening';
  if (subject.kind === 'transfer') return '/admin/money';
  if (subject.kind === 'payout_file') return '/admin/money/files';
  if (subject.kind === 'connection') return '/admin/connections';
  if (subject.kind === 'import') return `/admin/imports/${subject.key}`;
  if (subject.kind === 'api_key') return '/admin/api';
  if (subject.kind === 'setting') return `/admin/settings/${partOf(subject.key)}`;
  return `/admin/clients/${subject.clientId}${subject.kind === 'limits' ? '/limits' : ''}`;
}
