import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    auth:
      | '/'
      | '/login'
      | '/login/staff'
      | '/register'
      | '/password/reset'
      | `/restore-code/${string}`
      | '/email/resend'
      | `/email/verify/${string}`
      | `/autologin/${string}`
      | `/freeze/${string}`;
  }
}

export const authScreens: readonly Screen[] = [
  {
    path: '/login',
    name: 'login',
    title: 'auth.login_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth'],
    page: () => import('./LoginPage.tsx'),
  },
  {
    path: '/login/staff',
    name: 'login.staff',
    title: 'auth.staff_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth'],
    page: () => import('./StaffLoginPage.tsx'),
  },
  {
    path: '/register',
    name: 'register',
    title: 'auth.register_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth', 'legal', 'articles'],
    page: () => import('./RegisterPage.tsx'),
  },
  {
    path: '/password/reset',
    name: 'password.request',
    title: 'auth.reset_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth'],
    page: () => import('./email-request/PasswordResetPage.tsx'),
  },
  {
    path: '/restore-code/$token',
    name: 'password.reset',
    title: 'auth.restore_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth'],
    page: () => import('./links/RestoreCodePage.tsx'),
  },
  {
    path: '/email/verify/$id',
    name: 'verification.verify',
    title: 'auth.verify_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('./links/VerifyEmailPage.tsx'),
  },
  {
    path: '/email/resend',
    name: 'verification.resend',
    title: 'auth.resend_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('./email-request/ResendVerificationPage.tsx'),
  },
  {
    path: '/autologin/$token',
    name: 'autologin',
    title: 'auth.autologin_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('./links/AutologinPage.tsx'),
  },
  {
    path: '/email/change/$token',
    name: 'email.change',
    title: 'auth.change_email_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('./links/ChangeEmailPage.tsx'),
  },
  {
    path: '/freeze/$token',
    name: 'freeze',
    title: 'auth.freeze_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('./links/FreezePage.tsx'),
  },
  { path: '/', name: 'welcome', opens: '/login' },
];
