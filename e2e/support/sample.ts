import { languages, type Language } from '#contract/kernel/languages.ts';
import { allAppearances } from './appearances.ts';
import type { Screen } from './screens.ts';

/** In which variants a screen is judged in English, and in which other languages. */
interface Sample {
  appearances: typeof allAppearances;
  languages: readonly Language[];
}

/** From right to left, with the longest words, and in another script: where a layout breaks first. */
const hardest: readonly Language[] = ['ar', 'de', 'ru'];
const easier = languages.filter((language) => language !== 'en' && !hardest.includes(language));

/**
 * What of the whole matrix a run judges: everything with `E2E_FULL=1`, else one variant and two languages of each
 * screen. `E2E_SEED` decides which ones, so that later runs judge others and a run can be repeated.
 * @param index of the screen among all
 */
export function sampleOf(screen: Screen, index: number): Sample {
  if (process.env['E2E_FULL']) {
    return { appearances: allAppearances, languages: screen.few ? hardest : [...hardest, ...easier] };
  }
  const turn = Number(process.env['E2E_SEED']) + index;
  const hard = hardest[turn % hardest.length]!;
  const easy = easier[turn % easier.length]!;
  return {
    appearances: [allAppearances[turn % allAppearances.length]!],
    languages: screen.few ? [hard] : [hard, easy],
  };
}
