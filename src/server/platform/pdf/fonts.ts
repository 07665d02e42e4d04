import { createRequire } from 'node:module';
import { Font } from '@react-pdf/renderer';

const require = createRequire(import.meta.url);

const latin = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];

/** The fonts of the screens, one file for each script. A character is drawn in the first that has it. */
export const fontFamily = [...latin.map((script) => `ibm-plex-sans-${script}`), 'ibm-plex-sans-arabic-arabic'];

/** Registers the fonts with the library, or resets them: as if none of them had been used. */
export function registerFonts(): void {
  for (const family of fontFamily) {
    const name = family.startsWith('ibm-plex-sans-arabic') ? 'ibm-plex-sans-arabic' : 'ibm-plex-sans';
    const fonts = [400, 600].map((fontWeight) => ({
      fontWeight,
      src: require.resolve(`@fontsource/${name}/files/${family}-${fontWeight}-normal.woff`),
    }));
    Reflect.deleteProperty(Font.getRegisteredFonts(), family);
    Font.register({ family, fonts });
  }
  // Words are not divided: hyphenation knows no language here.
  Font.registerHyphenationCallback((word) => [word]);
}
