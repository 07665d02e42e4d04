import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    articles: '/analytics' | `/analytics/${string}` | '/admin/articles' | `/admin/articles/${string}`;
  }
}

const staff: Guard = { roles: ['admin'] };

export const articlesScreens: readonly Screen[] = [
  {
    path: '/analytics',
    name: 'analytics',
    title: 'articles.title',
    texts: ['articles'],
    page: () => import('./AnalyticsPage.tsx'),
  },
  {
    path: '/analytics/market',
    name: 'analytics.market',
    title: 'articles.tab_market',
    texts: ['articles', 'terminal'],
    page: () => import('./market/MarketPage.tsx'),
  },
  {
    path: '/analytics/calendar',
    name: 'analytics.calendar',
    title: 'articles.tab_calendar',
    texts: ['articles'],
    page: () => import('./market/CalendarPage.tsx'),
  },
  {
    path: '/analytics/$slug',
    name: 'analytics.article',
    title: 'articles.article_title',
    texts: ['articles'],
    page: () => import('./ArticlePage.tsx'),
  },
  {
    path: '/admin/articles',
    name: 'admin.articles',
    title: 'articles.staff_title',
    scrollToTop: false,
    guard: staff,
    texts: ['articles', 'keys', 'lists'],
    page: () => import('./staff/StaffArticlesPage.tsx'),
    menu: { label: 'shell.screen_articles', group: 'content', order: 100 },
  },
  {
    path: '/admin/articles/$id',
    name: 'admin.articles.show-by-id',
    title: 'articles.edit_title',
    guard: staff,
    texts: ['articles'],
    page: () => import('./staff/EditArticlePage.tsx'),
  },
];
