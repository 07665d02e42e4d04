import { directionOf, type Language } from '#contract/languages.ts';
import { termsOf, type NotificationKind } from '#contract/notification-names.ts';
import type { PushMessage } from '#contract/push.ts';
import type { App } from '#server/platform/app.ts';
import type { Params } from '../params.ts';
import { wordsOf } from '../words-of.ts';

export interface Due {
  id: string;
  kind: NotificationKind;
  params: Params;
  path: string;
}

const mostText = 300;

/** What a device shows. Whoever holds it may read that: only for who wishes so does it say what it is about. */
export function messageOf(app: App, language: Language, due: readonly [Due, ...Due[]], detailed: boolean): PushMessage {
  const [first] = due;
  const isOne = due.length === 1;
  return {
    ...said(app, language, due, detailed && isOne),
    path: `/${language}${isOne ? first.path : '/notifications'}`,
    tag: first.id,
    group: isOne ? termsOf(first.kind).group : undefined,
    language,
    direction: directionOf(language),
  };
}

function said(app: App, language: Language, due: readonly [Due, ...Due[]], detailed: boolean) {
  const [{ kind, params }] = due;
  const title = app.house.brand().name;
  if (due.length > 1) return { title, text: app.text(language, 'mails.push_several', { count: due.length }) };
  if (!detailed) return { title, text: app.text(language, `mails.push_${termsOf(kind).group}`) };
  const words = wordsOf(app, language, kind, params);
  return { title: words.title, text: words.text.slice(0, mostText) };
}
