import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    verification: '/settings/verification' | '/admin/verification' | `/admin/verification/${string}`;
  }
}

const staff: Guard = { roles: ['compliance', 'admin'] };

export const verificationScreens: readonly Screen[] = [
  {
    path: '/settings/verification',
    name: 'settings.verification',
    title: 'profile.verification_title',
    texts: ['profile', 'verification'],
    page: () => import('./VerificationPage.tsx'),
  },
  {
    path: '/admin/verification',
    name: 'admin.verification',
    scrollToTop: false,
    title: 'verification.staff_title',
    guard: staff,
    texts: ['verification', 'staff', 'keys', 'lists'],
    page: () => import('./staff/QueuePage.tsx'),
    menu: { label: 'shell.screen_verification', group: 'work', order: 40, waiting: 'verification' },
  },
  {
    path: '/admin/verification/$id',
    name: 'admin.verification.show-by-id',
    title: 'verification.case',
    guard: staff,
    texts: ['verification', 'profile', 'keys'],
    page: () => import('./staff/CasePage.tsx'),
  },
];
