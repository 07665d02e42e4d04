import { avatar } from '#contract/kernel/constants.ts';

/** Fixed, so that a client keeps the colour; pale, so that a figure outweighs it. Each entry reads at 4.5 : 1 or better with the ink that the rule picks. */
export const avatarPalette = [
  '#54627a',
  '#f3ddb4',
  '#c5e5dc',
  '#efc9bb',
  '#d5e6bf',
  '#ddd2f2',
  '#f2d2c4',
  '#c3d9ee',
  '#5f6a5c',
  '#dfe9c4',
  '#d3dbe4',
  '#f0d7a2',
  '#b9dccf',
  '#e3c3d8',
  '#cbbfe8',
  '#c4cdd8',
] as const;

export interface AvatarStyle {
  initials: string;
  /** `#rrggbb` */
  background: string;
  ink: '#000000' | '#ffffff';
}

/** The avatar of a name, in any script. A name without an alphabetic character or digit has no initials. */
export function avatarStyle(name: string): AvatarStyle {
  const initials = name.split(/\s+/u).map(firstSign).filter(Boolean).slice(0, 2);
  const background = avatarPalette[(initials[0]?.codePointAt(0) ?? 0) % avatarPalette.length] ?? avatarPalette[0];
  return {
    initials: joinApart(initials),
    background,
    ink: luminance(background) > avatar.luminanceThreshold ? '#000000' : '#ffffff',
  };
}

/** The first alphabetic character or digit of a word with its accents, uppercased. */
function firstSign(word: string): string {
  return (
    word
      .normalize('NFC')
      .match(/[\p{L}\p{N}]\p{M}*/u)?.[0]
      .toUpperCase() ?? ''
  );
}

/** Arabic characters would join; a zero-width non-joiner keeps two initials apart. */
function joinApart(signs: string[]): string {
  return signs.join(signs.some((sign) => /\p{Script=Arabic}/u.test(sign)) ? '\u200c' : '');
}

/** Perceived lightness of `#rrggbb`, 0–255 (ITU-R BT.601). */
export function luminance(colour: string): number {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5);
}
