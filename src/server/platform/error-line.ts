const mostSigns = 300;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What an error says, in one line that may be kept and shown to staff: without e-mail addresses, without the credentials and
 * questions of web addresses, and without anything long enough to be a key or a token.
 */
export function errorLine(error: unknown): string {
  const [said = ''] = saidBy(error).split(/\n\s+at /);
  return said
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\/\/[^\s/@]+@/g, '//')
    .replaceAll(/\?[^\s"')]+/g, '?…')
    .replaceAll(/[^\s<>"'(),;/]+@[^\s<>"'(),;/]+/g, '…@…')
    .replaceAll(/[\w+=~-]{32,}/g, (word) => (uuid.test(word) ? word : '…'))
    .slice(0, mostSigns);
}

/** A connection that failed at several addresses has a code and no message. */
function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as Error & { code?: unknown };
  return error.message || (typeof code === 'string' ? code : error.name);
}
