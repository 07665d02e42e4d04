import { kinds, termsOf, type NotificationKind } from './kinds.ts';
import { notificationGroups, type NotificationChannel, type NotificationGroup } from './names.ts';

/** What the settings list. Emails that a person waits for ring no bell: they are not optional and need no line here. */
export const listedKinds = kinds.filter((kind) => termsOf(kind).channels.bell !== undefined);

/** Whether a kind is optional on a channel; undefined where it does not use it. */
export function isOptional(kind: NotificationKind, channel: NotificationChannel): boolean | undefined {
  const way = termsOf(kind).channels[channel];
  return way && way === 'choice';
}

/** The kinds of some groups that are optional on a channel. */
export const optionalKinds = (groups: readonly NotificationGroup[], channel: NotificationChannel) =>
  kinds.filter((kind) => groups.includes(termsOf(kind).group) && isOptional(kind, channel));

/** Kinds with optional emails. */
export const kindsToLeave = optionalKinds(notificationGroups, 'email');

/** Groups with such emails. */
export const groupsToLeave = notificationGroups.filter((group) => optionalKinds([group], 'email').length > 0);

/**
 * What a link in an email ends: emails of a kind, of a group, or all of them, as in a summary. Kinds and groups share
 * no name.
 */
export type Unsubscribable = NotificationKind | NotificationGroup | 'all';
export const unsubscribable: readonly Unsubscribable[] = [...kindsToLeave, ...groupsToLeave, 'all'];
