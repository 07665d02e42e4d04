/** A shorter one is found by chance in what has nothing to do with it. */
const minLength = 8;
const hidden = '…';

/** A secret as it may be written: as it is, in an address, in JSON. The longest first. */
const spellingsOf = (secret: string): string[] =>
  [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      secret.replaceAll('/', '\\/'),
    ]),
  ].toSorted((a, b) => b.length - a.length);

const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

/** What a call proves itself with, which need not be a secret as it was entered: Basic encodes two. */
export function credentialsOf(headers: Readonly<Record<string, string>>): string[] {
  const [, given] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  const credentials = given?.split(' ').at(-1);
  return credentials === undefined ? [] : [credentials];
}

export const hideInText = (secrets: readonly string[], text: string): string =>
  secrets.flatMap(spellingsOf).reduce((rest, spelling) => rest.replaceAll(spelling, hidden), text);

/** The same in bytes, which stay as they are otherwise. */
export function hideInBytes(secrets: readonly string[], bytes: Buffer): Buffer {
  const present = secrets
    .filter(({ length }) => length >= minLength)
    .flatMap(spellingsOf)
    .filter((spelling) => bytes.includes(spelling));
  if (present.length === 0) return bytes;
  const text = present.reduce(
    (rest, spelling) => rest.replaceAll(bytesOf(spelling), bytesOf(hidden)),
    bytes.toString('latin1'),
  );
  return Buffer.from(text, 'latin1');
}
