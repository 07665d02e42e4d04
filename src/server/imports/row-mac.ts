import { isMacOf, macOf, type Secrets } from '#server/platform/secrets/token.ts';

/** The content of a row in one spelling, whatever order the database gives its keys back in. */
export const rowText = (content: object): string =>
  JSON.stringify(content, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** A check of a run. A run may be checked again, by other columns: what an earlier check has read counts no more. */
export interface Check {
  runId: string;
  /** When it began, in the spelling of the approval. */
  at: string;
}

interface Row {
  number: number;
  content: object;
  mac: Buffer | null;
}

const covered = ({ runId, at }: Check, number: number, text: string): string => `${runId} ${at} ${number} ${text}`;

export const macOfRow = (secrets: Secrets, check: Check, number: number, text: string): Buffer =>
  macOf(secrets.appSecret, 'import_row', covered(check, number, text));

/** Whether a row is as this check has read it, which is what two people approved. */
export const isAsChecked = (secrets: Secrets, check: Check, { number, content, mac }: Row): boolean =>
  isMacOf(secrets, 'import_row', covered(check, number, rowText(content)), mac);
