import { Link as RouterLink, useRouterState, type LinkProps as RouterLinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { Guard } from './guards.ts';
import { pathIn, useLanguage } from '../i18n/language.ts';

/** Every address of the product below its language prefix. */
export type Path =
  | '/'
  | '/login'
  | '/register'
  | '/password/reset'
  | `/restore-code/${string}`
  | '/email/resend'
  | `/email/verify/${string}`
  | `/autologin/${string}`
  | `/freeze/${string}`
  | '/second-factor'
  | '/home'
  | '/settings/profile'
  | '/settings/settings'
  | '/settings/verification'
  | '/settings/notifications'
  | '/notifications'
  | '/wallet/list'
  | `/wallet/${string}`
  | '/payments'
  | '/payments/deposit'
  | '/payments/withdraw'
  | `/payments/${string}`
  | '/trading-account'
  | `/trading-account/${string}`
  | '/investor'
  | '/tickets'
  | `/tickets?${string}`
  | `/tickets/${string}`
  | '/chats'
  | '/analytics'
  | `/analytics/${string}`
  | '/ipo/calendar'
  | `/ipo/calendar/${string}`
  | '/ipo/suitability'
  | '/ipo/calculator'
  | `/ipo/calculator?${string}`
  | '/ipo/history'
  | '/ipo/my-ipo'
  | `/ipo/my-ipo/${string}`
  | `/chats/${string}`
  | '/admin'
  | '/admin/audit'
  | '/admin/security'
  | '/admin/settings'
  | `/admin/settings/${string}`
  | '/admin/jobs'
  | '/admin/team'
  | '/admin/approvals'
  | '/admin/api'
  | `/admin/api/${string}`
  | '/admin/clients'
  | `/admin/clients/${string}`
  | '/admin/email'
  | '/admin/reasons'
  | '/admin/ipo'
  | '/admin/ipo/new'
  | `/admin/ipo/${string}`
  | '/admin/verification'
  | `/admin/verification/${string}`
  | '/admin/articles'
  | `/admin/articles/${string}`
  | '/admin/reconciliation'
  | `/admin/reconciliation/${string}`
  | '/admin/money'
  | `/admin/money/${string}`
  | `/legal/${string}`
  | '/admin/legal'
  | `/admin/legal/${string}`
  | '/mailbox'
  | `/terminal/${string}`
  | '/unauthorized';

/** What a screen's route declares about itself; `screen()` in routes.tsx fills it. */
export interface ScreenFacts {
  /** As the specification names routes, e.g. `wallet.show-by-id`. */
  name: string;
  layout: 'main' | 'basic' | 'default' | 'clear';
  scrollToTop: boolean;
  guard: Guard;
}

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
