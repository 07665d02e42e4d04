/** An instant as the browser's field for date and time writes it: in the reader's zone, to the minute. */
export function toLocalTime(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant that such a field means; null while it is empty. */
export const fromLocalTime = (text: string): string | null => (text === '' ? null : new Date(text).toISOString());
