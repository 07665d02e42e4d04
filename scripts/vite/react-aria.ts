import type { Plugin } from 'vite';

const words = /react-(?:aria|stately)\/dist\/private\/\w+\/intlStrings\.mjs$/;
const announcer = /react-aria\/dist\/private\/live-announcer\/LiveAnnouncer\.mjs$/;

/**
 * React Aria without its words in 34 languages, since the page gives it words (`forms/dates/input/words.ts`), and without
 * markup from a string, which Trusted Types refuse, even where it is empty.
 */
export function fittingReactAria(): Plugin[] {
  return [
    {
      name: 'atrium-react-aria-words',
      load: { filter: { id: words }, handler: () => 'export default {};' },
    },
    {
      name: 'atrium-react-aria-announcer',
      transform: {
        filter: { id: announcer },
        handler: (code) => code.replaceAll(/\.innerHTML = ''/g, '.replaceChildren()'),
      },
    },
  ];
}
