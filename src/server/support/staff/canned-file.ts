import type { Canned } from '#contract/support-staff.ts';
import type { App } from '#server/platform/app.ts';
import type { FileAnswer } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/list-file.ts';
import type { Client } from '#server/platform/session.ts';
import { listCanned } from './canned.ts';

const columns: Columns<Pick<Canned, 'shortcut' | 'by' | 'at'> & { language: string; text: string }> = {
  shortcut: ({ shortcut }) => shortcut,
  language: ({ language }) => language,
  text: ({ text }) => text,
  changed_by: ({ by }) => by,
  changed_utc: ({ at }) => at,
};

/** The answers that are kept ready as a file, a row for each language of each. */
export const cannedFile = (app: App, me: Client): Promise<FileAnswer> =>
  listFile(app, me, {
    name: 'answers',
    act: 'support.canned_file',
    filter: {},
    columns,
    read: async () =>
      (await listCanned(app)).answers.flatMap(({ texts, ...answer }) =>
        Object.entries(texts).map(([language, text]) => ({ ...answer, language, text })),
      ),
  });
