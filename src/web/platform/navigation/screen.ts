import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { chunkTimeoutMs } from '#contract/kernel/constants.ts';
import { enforce, type Guard } from './guards.ts';
import { loadTexts } from '../i18n/i18n.tsx';
import { loadMainLayout } from './main-layout.ts';
import { currentLanguage, pathIn } from '../i18n/language.ts';
import type { Path, ScreenFacts } from './navigation.tsx';
import type { Module, TextKey } from '../i18n/text-key.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenFacts;
    title?: TextKey;
  }
}

type Async = Record<string, ComponentType>;

interface ScreenOptions {
  name: string;
  title: TextKey;
  layout?: ScreenFacts['layout'];
  guard?: Guard;
  scrollToTop?: boolean;
  /** Files of the catalogue that the screen speaks from. */
  texts: Module[];
  page: () => Promise<Async>;
}

/** A screen whose code and texts load when it is first visited, side by side. */
export function screen(parent: () => AnyRoute, path: string, options: ScreenOptions) {
  const { name, title, layout = 'main', guard = 'authenticated', scrollToTop = true, texts, page } = options;
  return createRoute({
    getParentRoute: parent,
    path,
    staticData: { title, screen: { name, layout, scrollToTop, guard } },
    beforeLoad: ({ location }) => enforce(guard, location.href),
    loader: () => Promise.all([loadTexts(...texts), ...(layout === 'main' ? [loadMainLayout()] : [])]),
    component: lazyRouteComponent(() => onlyExport(page)),
  });
}

/** The address of a screen that only opens another, with the rest of its path; `name` where it is known by one. */
export const forward = (parent: () => AnyRoute, path: string, to: Path, name?: string) =>
  createRoute({
    getParentRoute: parent,
    path,
    ...(name && { staticData: { screen: { name, layout: 'default', scrollToTop: true, guard: 'anyone' } } }),
    beforeLoad: ({ location: { searchStr, hash } }) => {
      const behind = `${searchStr}${hash && `#${hash}`}`;
      throw redirect({ href: `${pathIn(currentLanguage(), to)}${behind}`, replace: true });
    },
  });

/**
 * A file that fails to load (a new version was installed, the network dropped) reloads the page once: the router sees
 * to that. One that never answers counts as failed after a while.
 */
async function onlyExport(page: () => Promise<Async>): Promise<{ default: ComponentType }> {
  let timer: number | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = window.setTimeout(
      () => reject(new TypeError('Failed to fetch dynamically imported module: timed out')),
      chunkTimeoutMs,
    );
  });
  const loaded = await Promise.race([page(), tooLate]).finally(() => window.clearTimeout(timer));
  const [component] = Object.values(loaded);
  if (!component) throw new Error('a screen module exports nothing');
  return { default: component };
}
