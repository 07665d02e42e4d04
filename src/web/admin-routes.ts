import type { AnyRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/navigation/screen.ts';
import { guardOf } from '#web/platform/navigation/staff-screens.ts';
import type { Module } from '#web/platform/i18n/text-key.ts';

/** The screens of administrators; `below` is their parent in the route tree. */
export function adminScreens(below: () => AnyRoute) {
  const auditTexts: Module[] = [
    'staff',
    'audit',
    'offerings',
    'ipo',
    'payments',
    'trading',
    'chats',
    'settings',
    'legal',
  ];
  const clientTexts: Module[] = [...auditTexts, 'approvals', 'profile', 'wallets'];
  const settingsTexts: Module[] = ['settings', 'approvals', 'profile', 'payments', 'investor', 'verification'];
  return [
    screen(below, '/admin', {
      name: 'admin',
      title: 'dashboard.title',
      guard: guardOf('dashboard'),
      texts: ['dashboard'],
      page: () => import('./dashboard/DashboardPage.tsx'),
    }),
    screen(below, '/admin/clients', {
      name: 'admin.clients',
      title: 'staff.clients_title',
      guard: guardOf('clients'),
      texts: ['staff'],
      page: () => import('./staff/ClientsPage.tsx'),
    }),
    screen(below, '/admin/clients/$id', {
      name: 'admin.clients.show-by-id',
      title: 'staff.client',
      guard: guardOf('clients'),
      texts: clientTexts,
      page: () => import('./staff/client/ClientPage.tsx'),
    }),
    screen(below, '/admin/clients/$id/$part', {
      name: 'admin.clients.part',
      title: 'staff.client',
      guard: guardOf('clients'),
      texts: clientTexts,
      page: () => import('./staff/client/ClientPage.tsx'),
    }),
    screen(below, '/admin/approvals', {
      name: 'admin.proposals',
      title: 'approvals.title',
      guard: guardOf('approvals'),
      texts: [...settingsTexts, 'staff', 'offerings', 'ipo'],
      page: () => import('#web/approvals/ApprovalsPage.tsx'),
    }),
    screen(below, '/admin/team', {
      name: 'admin.team',
      title: 'staff.team_title',
      guard: 'admin',
      texts: ['staff'],
      page: () => import('./staff/team/TeamPage.tsx'),
    }),
    screen(below, '/admin/api', {
      name: 'admin.api',
      title: 'operator.title',
      guard: guardOf('api'),
      texts: ['operator', 'profile'],
      page: () => import('./operator/ApiPage.tsx'),
    }),
    screen(below, '/admin/api/$id', {
      name: 'admin.api.show-by-id',
      title: 'operator.webhook',
      guard: guardOf('api'),
      texts: ['operator', 'profile'],
      page: () => import('./operator/webhooks/WebhookPage.tsx'),
    }),
    screen(below, '/admin/settings', {
      name: 'admin.settings',
      title: 'settings.title',
      guard: guardOf('settings'),
      texts: settingsTexts,
      page: () => import('#web/settings/OperatorSettingsPage.tsx'),
    }),
    screen(below, '/admin/settings/$part', {
      name: 'admin.settings.part',
      title: 'settings.title',
      guard: guardOf('settings'),
      texts: settingsTexts,
      page: () => import('#web/settings/OperatorSettingsPage.tsx'),
    }),
    screen(below, '/admin/jobs', {
      name: 'admin.jobs',
      title: 'jobs.title',
      guard: guardOf('jobs'),
      texts: ['jobs'],
      page: () => import('./jobs/JobsPage.tsx'),
    }),
    screen(below, '/admin/audit', {
      name: 'admin.audit',
      title: 'staff.audit_title',
      guard: guardOf('audit'),
      texts: auditTexts,
      page: () => import('./staff/audit/AuditPage.tsx'),
    }),
    screen(below, '/admin/reasons', {
      name: 'admin.reasons',
      title: 'reasons.title',
      guard: guardOf('reasons'),
      texts: ['reasons'],
      page: () => import('./reasons/ReasonsPage.tsx'),
    }),
    screen(below, '/admin/security', {
      name: 'admin.security',
      title: 'staff.security_title',
      guard: guardOf('security'),
      texts: ['staff'],
      page: () => import('./staff/security/SecurityLogPage.tsx'),
    }),
    screen(below, '/admin/email', {
      name: 'admin.mail',
      title: 'notifications.log_title',
      guard: guardOf('email'),
      texts: ['notifications'],
      page: () => import('#web/notifications/EmailLogPage.tsx'),
    }),
    screen(below, '/admin/verification', {
      name: 'admin.verification',
      title: 'verification.staff_title',
      guard: guardOf('verification'),
      texts: ['verification', 'staff'],
      page: () => import('#web/verification/staff/QueuePage.tsx'),
    }),
    screen(below, '/admin/verification/$id', {
      name: 'admin.verification.show-by-id',
      title: 'verification.case',
      guard: guardOf('verification'),
      texts: ['verification'],
      page: () => import('#web/verification/staff/CasePage.tsx'),
    }),
    screen(below, '/admin/money', {
      name: 'admin.money',
      title: 'payments.staff_title',
      guard: guardOf('money'),
      texts: ['payments', 'staff'],
      page: () => import('#web/payments/staff/QueuePage.tsx'),
    }),
    screen(below, '/admin/money/$id', {
      name: 'admin.money.show-by-id',
      title: 'payments.request',
      guard: guardOf('money'),
      texts: ['payments', 'profile'],
      page: () => import('#web/payments/staff/queue-item/QueueItemPage.tsx'),
    }),
    screen(below, '/admin/reconciliation', {
      name: 'admin.reconciliation',
      title: 'reconciliation.title',
      guard: guardOf('reconciliation'),
      texts: ['reconciliation', 'payments', 'wallets'],
      page: () => import('./reconciliation/ReconciliationPage.tsx'),
    }),
    screen(below, '/admin/reconciliation/$id', {
      name: 'admin.reconciliation.show-by-id',
      title: 'reconciliation.run_title',
      guard: guardOf('reconciliation'),
      texts: ['reconciliation', 'payments'],
      page: () => import('./reconciliation/RunPage.tsx'),
    }),
    screen(below, '/admin/articles', {
      name: 'admin.articles',
      title: 'articles.staff_title',
      guard: guardOf('articles'),
      texts: ['articles'],
      page: () => import('#web/articles/staff/StaffArticlesPage.tsx'),
    }),
    screen(below, '/admin/articles/$id', {
      name: 'admin.articles.show-by-id',
      title: 'articles.edit_title',
      guard: guardOf('articles'),
      texts: ['articles'],
      page: () => import('#web/articles/staff/EditArticlePage.tsx'),
    }),
    screen(below, '/admin/legal', {
      name: 'admin.legal',
      title: 'legal.title',
      guard: guardOf('legal'),
      texts: ['legal', 'articles'],
      page: () => import('#web/legal/staff/StaffLegalPage.tsx'),
    }),
    screen(below, '/admin/legal/$id', {
      name: 'admin.legal.show-by-id',
      title: 'legal.edit_title',
      guard: guardOf('legal'),
      texts: ['legal', 'articles', 'profile'],
      page: () => import('#web/legal/staff/EditLegalPage.tsx'),
    }),
  ];
}
