import type { AnyRoute } from '@tanstack/react-router';
import type { Guard } from '#web/platform/navigation/guards.ts';
import { screen } from '#web/platform/navigation/screen.ts';
import { guardOf } from '#web/platform/navigation/staff-screens.ts';
import type { Module } from '#web/platform/i18n/text-key.ts';

/** The screens of those who run offerings; `below` is where they hang in the tree. */
export function ipoStaffScreens(below: () => AnyRoute) {
  const texts: Module[] = ['offerings', 'ipo'];
  const readers = guardOf('ipo');
  const runners: Guard = { roles: ['finance', 'admin'] };
  return [
    screen(below, '/admin/ipo', {
      name: 'admin.ipo',
      title: 'offerings.title',
      guard: readers,
      texts,
      page: () => import('#web/ipo/staff/StaffOfferingsPage.tsx'),
    }),
    screen(below, '/admin/ipo/new', {
      name: 'admin.ipo.new',
      title: 'offerings.action_create',
      guard: runners,
      texts,
      page: () => import('#web/ipo/staff/edit/NewOfferingPage.tsx'),
    }),
    screen(below, '/admin/ipo/$id', {
      name: 'admin.ipo.show-by-id',
      title: 'offerings.offering',
      guard: readers,
      texts,
      page: () => import('#web/ipo/staff/StaffOfferingPage.tsx'),
    }),
    screen(below, '/admin/ipo/$id/book', {
      name: 'admin.ipo.book',
      title: 'offerings.applications',
      guard: readers,
      texts,
      page: () => import('#web/ipo/staff/book/StaffBookPage.tsx'),
    }),
    screen(below, '/admin/ipo/$id/terms', {
      name: 'admin.ipo.terms',
      title: 'offerings.part_terms',
      guard: readers,
      texts,
      page: () => import('#web/ipo/staff/StaffTermsPage.tsx'),
    }),
    screen(below, '/admin/ipo/$id/decisions', {
      name: 'admin.ipo.decisions',
      title: 'offerings.proposals',
      guard: readers,
      texts,
      page: () => import('#web/ipo/staff/approvals/StaffDecisionsPage.tsx'),
    }),
    screen(below, '/admin/ipo/$id/history', {
      name: 'admin.ipo.history',
      title: 'offerings.part_history',
      guard: readers,
      texts,
      page: () => import('#web/ipo/staff/StaffHistoryPage.tsx'),
    }),
    screen(below, '/admin/ipo/$id/edit', {
      name: 'admin.ipo.edit',
      title: 'offerings.action_edit',
      guard: runners,
      texts,
      page: () => import('#web/ipo/staff/edit/EditOfferingPage.tsx'),
    }),
  ];
}
