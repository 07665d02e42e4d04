import { languages, type Language } from '#contract/kernel/languages.ts';
import { allAppearances, oppositeAppearances } from './appearances.ts';
import type { Screen } from './screens.ts';

/** In which variants a screen is judged in English, in which other languages, and in which variants by axe in Arabic. */
interface Sample {
  appearances: typeof allAppearances;
  languages: readonly Language[];
  inArabic: typeof allAppearances;
}

/** From right to left, with the longest words, and in another script: where a layout breaks first. */
const hardest: readonly Language[] = ['ar', 'de', 'ru'];
const easier = languages.filter((language) => language !== 'en' && !hardest.includes(language));

/**
 * What of the whole matrix a run judges: everything with `E2E_FULL=1`, else one variant of each screen, one difficult
 * language, and of every third screen an easier one. `E2E_SEED` decides which ones, so that later runs judge others and a
 * run can be repeated.
 * @param index of the screen among all
 */
export function sampleOf(screen: Screen, index: number): Sample {
  if (process.env['E2E_FULL']) {
    const all = screen.few ? hardest : [...hardest, ...easier];
    return { appearances: allAppearances, languages: all, inArabic: oppositeAppearances };
  }
  const turn = Number(process.env['E2E_SEED']) + index;
  const hard = hardest[turn % hardest.length]!;
  // Beside Russian, since Arabic costs most.
  const easy = turn % hardest.length === 2 && !screen.few ? [easier[turn % easier.length]!] : [];
  return {
    appearances: [allAppearances[turn % allAppearances.length]!],
    languages: [hard, ...easy],
    inArabic: [oppositeAppearances[turn % oppositeAppearances.length]!],
  };
}
