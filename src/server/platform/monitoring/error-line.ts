const maxSigns = 300;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The message of an error, in one line that may be stored and shown to staff: without email addresses, without the
 * credentials and queries of web addresses, and without anything long enough to be a key or a token.
 */
export function errorLine(error: unknown): string {
  const [text = ''] = messageOf(error).split(/\n\s+at /);
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\/\/[^\s/@]+@/g, '//')
    .replaceAll(/\?[^\s"')]+/g, '?…')
    .replaceAll(/[^\s<>"'(),;/]+@[^\s<>"'(),;/]+/g, '…@…')
    .replaceAll(/[\w+=~-]{32,}/g, (word) => (uuid.test(word) ? word : '…'))
    .slice(0, maxSigns);
}

/** A connection that failed at several addresses has a code and no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as Error & { code?: unknown };
  return error.message || (typeof code === 'string' ? code : error.name);
}
