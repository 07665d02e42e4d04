import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    payments:
      | '/payments'
      | '/payments/deposit'
      | '/payments/withdraw'
      | `/payments/${string}`
      | '/admin/money'
      | '/admin/money/files'
      | `/admin/money/${string}`;
  }
}

const staff: Guard = { roles: ['finance', 'compliance', 'admin'] };

export const paymentsScreens: readonly Screen[] = [
  {
    path: '/payments',
    name: 'payments.list',
    title: 'payments.title',
    texts: ['payments'],
    page: () => import('./PaymentsPage.tsx'),
  },
  {
    path: '/payments/deposit',
    name: 'payments.deposit',
    title: 'payments.deposit_title',
    texts: ['payments'],
    page: () => import('./deposit/DepositPage.tsx'),
  },
  {
    path: '/payments/withdraw',
    name: 'payments.withdraw',
    title: 'payments.withdraw_title',
    texts: ['payments'],
    page: () => import('./withdrawal/WithdrawPage.tsx'),
  },
  {
    path: '/payments/destinations',
    name: 'payments.destinations',
    title: 'payments.destinations_title',
    texts: ['payments'],
    page: () => import('./destinations/DestinationsPage.tsx'),
  },
  {
    path: '/payments/destination/$token',
    name: 'payments.confirm-destination',
    title: 'payments.confirm_destination_title',
    texts: ['payments', 'auth'],
    page: () => import('./destinations/ConfirmDestinationPage.tsx'),
  },
  {
    path: '/payments/$id',
    name: 'payments.show-by-id',
    title: 'payments.request',
    texts: ['payments'],
    page: () => import('./payment/PaymentPage.tsx'),
  },
  {
    path: '/admin/money',
    name: 'admin.money',
    scrollToTop: false,
    title: 'payments.staff_title',
    guard: staff,
    texts: ['payments', 'staff', 'keys', 'lists'],
    page: () => import('./staff/QueuePage.tsx'),
    menu: { label: 'shell.screen_money', group: 'work', order: 60, waiting: 'payments' },
  },
  {
    path: '/admin/money/files',
    name: 'admin.money.files',
    title: 'payments.files_title',
    scrollToTop: false,
    guard: staff,
    texts: ['payments', 'approvals', 'profile', 'reconciliation', 'keys', 'lists'],
    page: () => import('./staff/bank-files/BankFilesPage.tsx'),
    menu: { label: 'shell.screen_files', group: 'finance', order: 75 },
  },
  {
    path: '/admin/money/$id',
    name: 'admin.money.show-by-id',
    title: 'payments.request',
    guard: staff,
    texts: ['payments', 'profile', 'keys'],
    page: () => import('./staff/queue-item/QueueItemPage.tsx'),
  },
];
