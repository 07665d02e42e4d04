import type { Module } from '#web/platform/i18n/text-key.ts';
import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    staff: '/admin/audit' | '/admin/security' | '/admin/team' | '/admin/clients' | `/admin/clients/${string}`;
  }
}

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
const clientTexts: Module[] = [
  ...auditTexts,
  'approvals',
  'keys',
  'lists',
  'profile',
  'screening',
  'tickets',
  'wallets',
];
const readers: Guard = { roles: ['support', 'finance', 'compliance', 'admin'] };

export const staffScreens: readonly Screen[] = [
  {
    path: '/admin/clients',
    name: 'admin.clients',
    scrollToTop: false,
    title: 'staff.clients_title',
    guard: readers,
    texts: ['staff', 'keys', 'lists'],
    page: () => import('./ClientsPage.tsx'),
    menu: { label: 'shell.screen_clients', group: 'customers', order: 30 },
  },
  {
    path: '/admin/clients/$id',
    name: 'admin.clients.show-by-id',
    title: 'staff.client',
    guard: readers,
    texts: clientTexts,
    page: () => import('./client/ClientPage.tsx'),
  },
  {
    path: '/admin/clients/$id/$part',
    name: 'admin.clients.part',
    title: 'staff.client',
    guard: readers,
    texts: clientTexts,
    page: () => import('./client/ClientPage.tsx'),
  },
  {
    path: '/admin/team',
    name: 'admin.team',
    title: 'staff.team_title',
    guard: 'admin',
    texts: ['staff', 'approvals', 'profile', 'lists'],
    page: () => import('./team/TeamPage.tsx'),
    menu: { label: 'shell.screen_team', group: 'admin', order: 160 },
  },
  {
    path: '/admin/audit',
    name: 'admin.audit',
    title: 'staff.audit_title',
    scrollToTop: false,
    guard: { roles: ['compliance', 'admin'] },
    texts: [...auditTexts, 'keys', 'lists'],
    page: () => import('./audit/AuditPage.tsx'),
    menu: { label: 'shell.screen_audit', group: 'risk', order: 130 },
  },
  {
    path: '/admin/security',
    name: 'admin.security',
    title: 'staff.security_title',
    scrollToTop: false,
    guard: { roles: ['compliance', 'admin'] },
    texts: ['staff', 'keys', 'lists'],
    page: () => import('./security/SecurityLogPage.tsx'),
    menu: { label: 'shell.screen_security', group: 'risk', order: 140 },
  },
];
