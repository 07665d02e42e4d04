/** The name of a file without path, control and direction characters. */
export const cleanName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 140);
