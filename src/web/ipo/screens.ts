import type { Module } from '#web/platform/i18n/text-key.ts';
import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';
import { offersIpo } from '#web/platform/offers-ipo.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    ipo:
      | '/ipo/calendar'
      | `/ipo/calendar/${string}`
      | '/ipo/suitability'
      | '/ipo/calculator'
      | `/ipo/calculator?${string}`
      | '/ipo/history'
      | '/ipo/my-ipo'
      | `/ipo/my-ipo/${string}`
      | '/admin/ipo'
      | '/admin/ipo/new'
      | `/admin/ipo/${string}`;
  }
}

const texts: Module[] = ['offerings', 'ipo'];
const runners: Guard = { roles: ['finance', 'admin'] };
const readers: Guard = { roles: ['support', 'finance', 'compliance', 'admin'] };

const offeredScreens: readonly Screen[] = [
  { path: '/ipo', opens: '/ipo/calendar' },
  {
    path: '/ipo/calendar',
    name: 'IPO.list',
    title: 'ipo.calendar_title',
    texts: ['ipo'],
    page: () => import('./calendar/CalendarPage.tsx'),
  },
  {
    path: '/ipo/suitability',
    name: 'IPO.suitability',
    title: 'ipo.suitability_title',
    texts: ['ipo'],
    page: () => import('./SuitabilityPage.tsx'),
  },
  {
    path: '/ipo/calculator',
    name: 'IPO.calculator',
    title: 'ipo.calculator_title',
    texts: ['ipo'],
    page: () => import('./calculator/CalculatorPage.tsx'),
  },
];

export const ipoScreens: readonly Screen[] = [
  // Applicants keep the others, whatever the operator offers.
  ...(offersIpo ? offeredScreens : []),
  {
    path: '/ipo/calendar/$id',
    name: 'IPO.offering',
    title: 'ipo.offering',
    texts: ['ipo'],
    page: () => import('./offering/OfferingPage.tsx'),
  },
  {
    path: '/ipo/calendar/$id/basis',
    name: 'IPO.basis',
    title: 'ipo.basis_title',
    texts: ['ipo'],
    page: () => import('./allotment/BasisPage.tsx'),
  },
  {
    path: '/ipo/history',
    name: 'IPO.history',
    title: 'ipo.history_title',
    texts: ['ipo'],
    page: () => import('./history/HistoryPage.tsx'),
  },
  {
    path: '/ipo/my-ipo',
    name: 'IPO.my-ipo',
    title: 'ipo.my_ipo_title',
    texts: ['ipo'],
    page: () => import('./MyIpoPage.tsx'),
  },
  {
    path: '/ipo/my-ipo/$id',
    name: 'IPO.application',
    title: 'ipo.application',
    texts: ['ipo'],
    page: () => import('./application/ApplicationPage.tsx'),
  },
  {
    path: '/admin/ipo',
    name: 'admin.ipo',
    title: 'offerings.title',
    scrollToTop: false,
    guard: readers,
    texts: [...texts, 'keys', 'lists'],
    page: () => import('./staff/StaffOfferingsPage.tsx'),
    menu: { label: 'shell.screen_ipo', group: 'offerings', order: 80 },
  },
  {
    path: '/admin/ipo/new',
    name: 'admin.ipo.new',
    title: 'offerings.action_create',
    guard: runners,
    texts,
    page: () => import('./staff/edit/NewOfferingPage.tsx'),
  },
  {
    path: '/admin/ipo/$id',
    name: 'admin.ipo.show-by-id',
    title: 'offerings.offering',
    guard: readers,
    texts,
    page: () => import('./staff/StaffOfferingPage.tsx'),
  },
  {
    path: '/admin/ipo/$id/book',
    name: 'admin.ipo.book',
    title: 'offerings.applications',
    guard: readers,
    texts: [...texts, 'lists'],
    page: () => import('./staff/book/StaffBookPage.tsx'),
  },
  {
    path: '/admin/ipo/$id/terms',
    name: 'admin.ipo.terms',
    title: 'offerings.part_terms',
    guard: readers,
    texts,
    page: () => import('./staff/StaffTermsPage.tsx'),
  },
  {
    path: '/admin/ipo/$id/decisions',
    name: 'admin.ipo.decisions',
    title: 'offerings.proposals',
    guard: readers,
    texts: [...texts, 'approvals'],
    page: () => import('./staff/approvals/StaffDecisionsPage.tsx'),
  },
  {
    path: '/admin/ipo/$id/history',
    name: 'admin.ipo.history',
    title: 'offerings.part_history',
    guard: readers,
    texts: [...texts, 'audit', 'legal'],
    page: () => import('./staff/StaffHistoryPage.tsx'),
  },
  {
    path: '/admin/ipo/$id/edit',
    name: 'admin.ipo.edit',
    title: 'offerings.action_edit',
    guard: runners,
    texts,
    page: () => import('./staff/edit/EditOfferingPage.tsx'),
  },
];
