import type { Plugin } from 'vite';

const opening = /<html[^>]*>/;
const settings = /<script type="application\/json"[^>]*>[^<]*<\/script>/;

/**
 * While developing, Vite serves the page, so it borrows from the running server what that would fill in: language, direction,
 * theme, and the settings that the browser may know.
 */
export function pageOf(server: string): Plugin {
  return {
    name: 'atrium-page',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const filled = await (await fetch(server)).text();
        return html
          .replace(opening, (own) => opening.exec(filled)?.[0] ?? own)
          .replace(settings, (own) => settings.exec(filled)?.[0] ?? own);
      },
    },
  };
}
