import type { AnyRoute } from '@tanstack/react-router';
import { screen } from './platform/screen.ts';
import { guardOf } from './platform/staff-places.ts';

/** The screens of those who run the house; `below` is where they hang in the tree. */
export function adminScreens(below: () => AnyRoute) {
  return [
    screen(below, '/admin/clients', {
      name: 'admin.clients',
      title: 'staff.clients_title',
      guard: guardOf('clients'),
      texts: ['staff'],
      page: () => import('./staff/ClientsPage.tsx'),
    }),
    screen(below, '/admin/mail', {
      name: 'admin.mail',
      title: 'notifications.log_title',
      guard: guardOf('mail'),
      texts: ['notifications'],
      page: () => import('./notifications/MailLogPage.tsx'),
    }),
    screen(below, '/admin/money', {
      name: 'admin.money',
      title: 'payments.desk_title',
      guard: guardOf('money'),
      texts: ['payments', 'staff'],
      page: () => import('./payments/desk/DeskPage.tsx'),
    }),
    screen(below, '/admin/money/$id', {
      name: 'admin.money.show-by-id',
      title: 'payments.request',
      guard: guardOf('money'),
      texts: ['payments'],
      page: () => import('./payments/desk/DeskItemPage.tsx'),
    }),
  ];
}
