import type { ProtectedKey } from '#contract/settings/names.ts';
import { pathOfApprovalRequest, type ApprovalSubject } from '#contract/approvals/request-names.ts';
import type { App } from '#server/platform/app.ts';
import { notifierOf } from '../notify.ts';
import { day, words } from '../params.ts';

const nameOf = (key: ProtectedKey) => words(`settings.${key.replace('.', '_')}`);

/** What waits, as its heading names it; `name` is the client's or the key's. */
const whatOf = (subject: ApprovalSubject, name: string | null) =>
  subject.kind === 'setting' ? nameOf(subject.key) : words(`emails.approval_${subject.kind}`, { name: name ?? '' });

/**
 * Notifies staff of pending approval requests and their outcome, of protected settings, and of changes to the
 * approvers.
 */
export function settingsListeners(app: App): void {
  notifierOf(app, 'approvals.requested', ({ staffId: to, subject, name, by, inList }) => ({
    to,
    kind: 'approval_requested',
    path: inList ? '/admin/approvals' : pathOfApprovalRequest(subject),
    params: { what: whatOf(subject, name), by },
  }));
  notifierOf(app, 'approvals.declined', ({ staffId: to, subject, name, by, reason }) => ({
    to,
    kind: 'approval_declined',
    path: pathOfApprovalRequest(subject),
    params: { what: whatOf(subject, name), by, reason },
  }));
  notifierOf(app, 'approvals.expired', ({ staffId: to, subject, name }) => ({
    to,
    kind: 'approval_expired',
    path: pathOfApprovalRequest(subject),
    params: { what: whatOf(subject, name) },
  }));
  notifierOf(app, 'settings.setting_changed', ({ staffId: to, setting, by, confirmedBy }) => ({
    to,
    kind: confirmedBy === null ? 'setting_changed' : 'setting_confirmed',
    path: pathOfApprovalRequest({ kind: 'setting', key: setting }),
    params: { setting: nameOf(setting), by, ...(confirmedBy === null ? {} : { approver: confirmedBy }) },
  }));
  notifierOf(app, 'staff.roles_changed', ({ staffId: to, name, by, approver }) => ({
    to,
    kind: 'staff_roles_changed',
    path: '/admin/audit',
    params: { name, by, approver },
  }));
  notifierOf(app, 'staff.network_overruled', ({ staffId: to, by, author, reason }) => ({
    to,
    kind: 'network_overruled',
    path: '/admin/audit',
    params: { by, author, reason },
  }));
  notifierOf(app, 'staff.dealing_changed', ({ staffId: to, clientId, name, scope, offering, until, by, approver }) => ({
    to,
    kind: approver === null ? 'dealing_ended' : 'dealing_allowed',
    path: `/admin/clients/${clientId}`,
    params: {
      name,
      what: offering ?? words(`emails.dealing_${scope}`),
      until: day(until),
      by,
      ...(approver !== null && { approver }),
    },
  }));
  notifierOf(app, 'staff.administrators_changed', ({ staffId: to, name, by, made }) => ({
    to,
    kind: made ? 'administrator_made' : 'administrator_lost',
    path: '/admin/audit',
    params: { name, by },
  }));
  notifierOf(app, 'staff.administrator_reset', ({ staffId: to, name }) => ({
    to,
    kind: 'administrator_reset',
    path: '/admin/team',
    params: { name },
  }));
  notifierOf(app, 'auth.break_glass_used', ({ staffId: to, name }) => ({
    to,
    kind: 'break_glass_used',
    path: '/admin/audit',
    params: { name },
  }));
  notifierOf(app, 'staff.access_recovered', ({ staffId: to, name, by, email }) => ({
    to,
    kind: 'access_recovered',
    path: '/admin/team',
    params: { name, by, what: email ? 'email' : 'second_factor' },
  }));
}
