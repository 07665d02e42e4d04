import type { NumberStyle, Theme } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Display {
  language_cabinet?: Language | undefined;
  number_style?: NumberStyle | undefined;
  theme?: Theme | undefined;
}

/** Saves the display settings and the language of future emails; omitted fields stay. */
export async function saveDisplay(app: App, me: Person, display: Display): Promise<{ status: 'ok' }> {
  await app.db.run(sql`
    update person set language = coalesce(${display.language_cabinet ?? null}, language),
      number_style = coalesce(${display.number_style ?? null}, number_style), theme = coalesce(${display.theme ?? null}, theme)
    where id = ${me.id}`);
  return { status: 'ok' };
}
