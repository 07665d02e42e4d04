import { Link as RouterLink, useRouterState, type LinkProps as RouterLinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { Path } from './path.ts';
import { pathIn, useLanguage } from '../i18n/language.ts';

interface LinkProps extends Pick<ComponentProps<'a'>, 'className' | 'aria-label' | 'title' | 'onClick'> {
  to: Path;
  children: ReactNode;
  /** Marks the link as the current page only on the very address, not below it. */
  exact?: boolean;
  /** Id of the part of the screen that is to be in sight. */
  hash?: string;
}

/**
 * A link inside the product, in the current language and with its query; the current page is marked by `aria-current`.
 */
export function Link({ to, exact = true, children, ...rest }: LinkProps) {
  const [path = '', query] = pathIn(useLanguage(), to).split('?');
  const address = path as RouterLinkProps['to'];
  const search = Object.fromEntries(new URLSearchParams(query)) as RouterLinkProps['search'];
  return (
    <RouterLink {...rest} to={address} search={search} activeOptions={{ exact, includeSearch: false }} preload="intent">
      {children}
    </RouterLink>
  );
}

/** The name of the screen that is shown. */
export function useScreenName(): string {
  return useRouterState({ select: (state) => state.matches.at(-1)?.staticData.screen?.name ?? '' });
}
