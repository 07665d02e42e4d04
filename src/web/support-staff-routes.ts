import type { AnyRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/navigation/screen.ts';
import { guardOf } from '#web/platform/navigation/staff-screens.ts';

/** The screens of those who answer clients; `below` is where they hang in the tree. */
export function supportStaffScreens(below: () => AnyRoute) {
  const guard = guardOf('chats');
  return [
    screen(below, '/chats', {
      name: 'chats',
      title: 'chats.title',
      guard,
      texts: ['chats'],
      page: () => import('#web/support/staff/inbox/InboxPage.tsx'),
    }),
    screen(below, '/chats/answers', {
      name: 'chats.answers',
      title: 'chats.answers',
      guard,
      texts: ['chats'],
      page: () => import('#web/support/staff/canned/CannedPage.tsx'),
    }),
    screen(below, '/chats/settings', {
      name: 'chats.settings',
      title: 'chats.settings',
      guard,
      texts: ['chats'],
      page: () => import('#web/support/staff/settings/SupportSettingsPage.tsx'),
    }),
    screen(below, '/chats/$id', {
      name: 'chats.show-by-id',
      title: 'chats.title',
      guard,
      texts: ['chats', 'tickets'],
      page: () => import('#web/support/staff/inbox/RoomPage.tsx'),
    }),
  ];
}
