import type { Guard } from '#web/platform/navigation/guards.ts';
import type { Screen } from '#web/platform/navigation/screen.ts';

declare module '#web/platform/navigation/path.ts' {
  interface Paths {
    support: '/tickets' | `/tickets?${string}` | `/tickets/${string}` | '/chats' | `/chats/${string}`;
  }
}

const agents: Guard = { roles: ['support', 'admin'] };

export const supportScreens: readonly Screen[] = [
  {
    path: '/tickets',
    name: 'tickets',
    title: 'tickets.title',
    texts: ['tickets'],
    page: () => import('./tickets/TicketsPage.tsx'),
  },
  {
    path: '/tickets/$id',
    name: 'tickets.show-by-id',
    title: 'tickets.ticket_title',
    texts: ['tickets', 'chats'],
    page: () => import('./tickets/TicketPage.tsx'),
  },
  {
    path: '/chats',
    name: 'chats',
    title: 'chats.title',
    scrollToTop: false,
    guard: agents,
    texts: ['chats', 'keys', 'lists'],
    page: () => import('./staff/inbox/InboxPage.tsx'),
    menu: { label: 'shell.screen_chats', group: 'work', order: 20, waiting: 'conversations' },
  },
  {
    path: '/chats/answers',
    name: 'chats.answers',
    title: 'chats.answers',
    scrollToTop: false,
    guard: agents,
    texts: ['chats', 'keys', 'lists'],
    page: () => import('./staff/canned/CannedPage.tsx'),
  },
  {
    path: '/chats/settings',
    name: 'chats.settings',
    title: 'chats.settings',
    guard: agents,
    texts: ['chats'],
    page: () => import('./staff/settings/SupportSettingsPage.tsx'),
  },
  {
    path: '/chats/$id',
    name: 'chats.show-by-id',
    title: 'chats.title',
    guard: agents,
    texts: ['chats', 'tickets', 'keys'],
    page: () => import('./staff/inbox/RoomPage.tsx'),
  },
];
