import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { QueueName } from '#contract/dashboard/names.ts';
import { chunkTimeoutMs } from '#contract/kernel/constants.ts';
import { enforce, type Guard } from './guards.ts';
import { loadTexts } from '../i18n/i18n.tsx';
import { loadMainLayout } from './main-layout.ts';
import { currentLanguage, pathIn } from '../i18n/language.ts';
import type { Path } from './path.ts';
import type { Module, TextKey } from '../i18n/text-key.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenFacts;
    title?: TextKey;
  }
}

type Async = Record<string, ComponentType>;

/** The groups of the staff’s menu, in this order. */
export const menuGroups = ['work', 'customers', 'offerings', 'finance', 'risk', 'content', 'admin'] as const;

/** A place in the menu of staff. */
export interface MenuEntry {
  label: TextKey;
  group: (typeof menuGroups)[number];
  order: number;
  /** The list whose waiting items are counted beside it. */
  waiting?: QueueName;
}

/** What a screen's route says about itself to the shell. */
export interface ScreenFacts {
  /** As the specification names routes, e.g. `wallet.show-by-id`. */
  name: string;
  layout: 'main' | 'basic' | 'default' | 'clear';
  scrollToTop: boolean;
  guard: Guard;
  /** Of a screen on which staff start a part of their work. */
  menu?: MenuEntry;
}

/** A screen as its module declares it: in the main layout and for signed-in people, unless it says otherwise. */
interface OwnScreen extends Partial<ScreenFacts> {
  path: string;
  name: string;
  title: TextKey;
  /** Files of the catalogue that the screen speaks from. */
  texts: readonly Module[];
  page: () => Promise<Async>;
}

/** An address that only opens another, with the rest of its path; `name` where it is known by one. */
interface Forward {
  path: string;
  opens: Path;
  name?: string;
}

export type Screen = OwnScreen | Forward;

/** The route of a screen. */
export const routeOf = (parent: () => AnyRoute, screen: Screen) =>
  'opens' in screen ? forwardRoute(parent, screen) : screenRoute(parent, screen);

/** A screen whose code and texts load when it is first visited, side by side. */
function screenRoute(parent: () => AnyRoute, screen: OwnScreen) {
  const { path, name, title, layout = 'main', guard = 'authenticated', scrollToTop = true, menu, texts, page } = screen;
  return createRoute({
    getParentRoute: parent,
    path,
    staticData: { title, screen: { name, layout, scrollToTop, guard, ...(menu && { menu }) } },
    beforeLoad: ({ location }) => enforce(guard, location.href),
    loader: () => Promise.all([loadTexts(...texts), ...(layout === 'main' ? [loadMainLayout()] : [])]),
    component: lazyRouteComponent(() => onlyExport(page)),
  });
}

const forwardRoute = (parent: () => AnyRoute, { path, opens, name }: Forward) =>
  createRoute({
    getParentRoute: parent,
    path,
    ...(name && { staticData: { screen: { name, layout: 'default', scrollToTop: true, guard: 'anyone' } } }),
    beforeLoad: ({ location: { searchStr, hash } }) => {
      const behind = `${searchStr}${hash && `#${hash}`}`;
      throw redirect({ href: `${pathIn(currentLanguage(), opens)}${behind}`, replace: true });
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
