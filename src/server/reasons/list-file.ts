import type { Language } from '#contract/kernel/languages.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import type { CataloguedReason } from '#contract/reasons/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readCatalogue } from './read-reasons.ts';

const columns: Columns<CataloguedReason & { purpose: ReasonPurpose }> = {
  purpose: ({ purpose }) => purpose,
  code: ({ code }) => code,
  explanation: ({ explanation }) => explanation,
  advice: ({ advice }) => advice,
  own: ({ own }) => (own ? 'yes' : 'no'),
  active: ({ active }) => (active ? 'yes' : 'no'),
  version: ({ version }) => version,
  missing_languages: ({ missing }) => missing.join(' '),
};

/** The catalogue of reasons as a file, in one language. */
export const reasonsFile = (app: App, me: Person, language: Language): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'reasons',
    action: 'reasons.file',
    filter: {},
    columns,
    read: async () => {
      const { purposes } = await readCatalogue(app, language);
      return purposes.flatMap(({ purpose, reasons }) => reasons.map((reason) => ({ ...reason, purpose })));
    },
  });
