import type { Reader } from '#contract/kernel/text/number-format.ts';
import { directionOf } from '#contract/kernel/languages.ts';
import { termsOf, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { PushMessage } from '#contract/notifications/push.ts';
import type { App } from '#server/platform/app.ts';
import type { Params } from '../params.ts';
import { wordsOf } from '../words-of.ts';

export interface Due {
  id: string;
  kind: NotificationKind;
  params: Params;
  path: string;
}

/** A person, who knows the operator by one of its brands. */
export interface BrandReader extends Reader {
  brand: string | null;
}

const maxText = 300;

/**
 * What a device shows. Anyone who holds the device can read it, so details are shown only if the person turned them on.
 */
export function messageOf(
  app: App,
  reader: BrandReader,
  due: readonly [Due, ...Due[]],
  detailed: boolean,
): PushMessage {
  const { language } = reader;
  const [first] = due;
  const isOne = due.length === 1;
  return {
    ...format(app, reader, due, detailed && isOne),
    path: `/${language}${isOne ? first.path : '/notifications'}`,
    tag: first.id,
    group: isOne ? termsOf(first.kind).group : undefined,
    language,
    direction: directionOf(language),
  };
}

function format(app: App, reader: BrandReader, due: readonly [Due, ...Due[]], detailed: boolean) {
  const { language } = reader;
  const [{ kind, params }] = due;
  const title = app.settings.brand(reader.brand).name;
  if (due.length > 1) return { title, text: app.text(language, 'emails.push_several', { count: due.length }) };
  if (!detailed) return { title, text: app.text(language, `emails.push_${termsOf(kind).group}`) };
  const words = wordsOf(app, reader, kind, params);
  return { title: words.title, text: words.text.slice(0, maxText) };
}
