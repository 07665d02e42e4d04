import type { Canned } from '#contract/support/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { listCanned } from './canned.ts';

const columns: Columns<Pick<Canned, 'shortcut' | 'by' | 'at'> & { language: string; text: string }> = {
  shortcut: ({ shortcut }) => shortcut,
  language: ({ language }) => language,
  text: ({ text }) => text,
  changed_by: ({ by }) => by,
  changed_utc: ({ at }) => at,
};

/** The canned replies as a file, a row for each language of each. */
export const cannedFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'answers',
    action: 'support.canned_file',
    filter: {},
    columns,
    read: async () =>
      (await listCanned(app)).replies.flatMap(({ texts, ...response }) =>
        Object.entries(texts).map(([language, text]) => ({ ...response, language, text })),
      ),
  });
