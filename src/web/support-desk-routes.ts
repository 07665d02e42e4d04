import type { AnyRoute } from '@tanstack/react-router';
import { screen } from './platform/screen.ts';
import { guardOf } from './platform/staff-places.ts';

/** The screens of those who answer clients; `below` is where they hang in the tree. */
export function supportDeskScreens(below: () => AnyRoute) {
  const guard = guardOf('chats');
  return [
    screen(below, '/chats', {
      name: 'chats',
      title: 'chats.title',
      guard,
      texts: ['chats'],
      page: () => import('./support/InboxPage.tsx'),
    }),
    screen(below, '/chats/answers', {
      name: 'chats.answers',
      title: 'chats.answers',
      guard,
      texts: ['chats'],
      page: () => import('./support/desk/CannedPage.tsx'),
    }),
    screen(below, '/chats/settings', {
      name: 'chats.settings',
      title: 'chats.settings',
      guard,
      texts: ['chats'],
      page: () => import('./support/desk/SupportSettingsPage.tsx'),
    }),
    screen(below, '/chats/$id', {
      name: 'chats.show-by-id',
      title: 'chats.title',
      guard,
      texts: ['chats', 'tickets'],
      page: () => import('./support/RoomPage.tsx'),
    }),
  ];
}
