import {
  kinds,
  notificationGroups,
  termsOf,
  type NotificationChannel,
  type NotificationGroup,
  type NotificationKind,
} from './notification-names.ts';

/** What the settings list. Letters that somebody waits for ring no bell: they are no matter of choice, nor worth a line beside one. */
export const listedKinds = kinds.filter((kind) => termsOf(kind).channels.bell !== undefined);

/** Whether a kind may be left on a channel; undefined where it does not use it. */
export function isOptional(kind: NotificationKind, channel: NotificationChannel): boolean | undefined {
  const way = termsOf(kind).channels[channel];
  return way && way === 'choice';
}

/** The kinds of some groups that may be left on a channel. */
export const optionalKinds = (groups: readonly NotificationGroup[], channel: NotificationChannel) =>
  kinds.filter((kind) => groups.includes(termsOf(kind).group) && isOptional(kind, channel));

/** Kinds of which there are mails that nobody has to have. */
export const kindsToLeave = optionalKinds(notificationGroups, 'mail');

/** Groups that have such mails. */
export const groupsToLeave = notificationGroups.filter((group) => optionalKinds([group], 'mail').length > 0);

/** What a link in a mail ends: mails of a kind, of a group, or all of them, as in a summary. Kinds and groups share no name. */
export type Unsubscribable = NotificationKind | NotificationGroup | 'all';
export const unsubscribable: readonly Unsubscribable[] = [...kindsToLeave, ...groupsToLeave, 'all'];
