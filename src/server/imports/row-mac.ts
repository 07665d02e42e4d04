import { isMacOf, type Secrets } from '#server/platform/secrets/token.ts';
import type { RowContent } from './read-row.ts';

/** The content of a row in one spelling, whatever order the database gives its keys back in. */
export const rowText = (content: RowContent): string =>
  JSON.stringify(content, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

interface Row {
  number: number;
  content: RowContent;
  mac: Buffer | null;
}

/** Whether a row is as the check has read it, which is what two people approved. */
export const isAsChecked = (secrets: Secrets, runId: string, { number, content, mac }: Row): boolean =>
  isMacOf(secrets, 'import_row', `${runId} ${number} ${rowText(content)}`, mac);
