import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { adminScreens } from './admin-routes.ts';
import { runCheckAuth, runLocale } from '#web/platform/navigation/middleware.ts';
import { redirectToSetup } from '#web/platform/session/setup-token.ts';
import { ipoStaffScreens } from './ipo-staff-routes.ts';
import { forward, screen } from '#web/platform/navigation/screen.ts';
import { windowConfig } from './platform/window-config.ts';
import { offersIpo } from '#web/platform/offers-ipo.ts';
import { ErrorLayout } from '#web/shell/layouts/ErrorLayout.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { Root } from './shell/Root.tsx';
import { routerScrolls } from './shell/scroll-after-navigation.ts';
import { ScreenSkeleton } from './shell/ScreenSkeleton.tsx';
import { StartSkeleton } from './shell/StartSkeleton.tsx';
import { setupScreen } from './setup-routes.ts';
import { supportStaffScreens } from './support-staff-routes.ts';

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  pendingComponent: StartSkeleton,
  pendingMs: 0,
  beforeLoad: async ({ location }) => {
    redirectToSetup(location);
    await runLocale(location);
    await runCheckAuth();
  },
});

const lang = createRoute({ getParentRoute: () => root, path: '/$lang' });
const below = () => lang;

const settings = createRoute({ getParentRoute: below, path: '/settings' });
const ipo = createRoute({ getParentRoute: below, path: '/ipo' });
const inSettings = () => settings;
const inIpo = () => ipo;

const settingsScreens = [
  forward(inSettings, '/', '/settings/profile'),
  screen(inSettings, '/profile', {
    name: 'settings.profile',
    title: 'profile.profile_title',
    texts: ['profile'],
    page: () => import('#web/profile/ProfilePage.tsx'),
  }),
  screen(inSettings, '/settings', {
    name: 'settings.settings',
    title: 'profile.settings_title',
    texts: ['profile', 'legal'],
    page: () => import('#web/profile/SettingsPage.tsx'),
  }),
  screen(inSettings, '/notifications', {
    name: 'settings.notifications',
    title: 'notifications.settings_title',
    texts: ['profile', 'notifications'],
    page: () => import('#web/profile/notifications/NotificationSettingsPage.tsx'),
  }),
  screen(inSettings, '/verification', {
    name: 'settings.verification',
    title: 'profile.verification_title',
    texts: ['profile', 'verification'],
    page: () => import('./verification/VerificationPage.tsx'),
  }),
];

const offeredIpoScreens = offersIpo
  ? [
      forward(inIpo, '/', '/ipo/calendar'),
      screen(inIpo, '/calendar', {
        name: 'IPO.list',
        title: 'ipo.calendar_title',
        texts: ['ipo'],
        page: () => import('#web/ipo/calendar/CalendarPage.tsx'),
      }),
      screen(inIpo, '/suitability', {
        name: 'IPO.suitability',
        title: 'ipo.suitability_title',
        texts: ['ipo'],
        page: () => import('./ipo/SuitabilityPage.tsx'),
      }),
      screen(inIpo, '/calculator', {
        name: 'IPO.calculator',
        title: 'ipo.calculator_title',
        texts: ['ipo'],
        page: () => import('#web/ipo/calculator/CalculatorPage.tsx'),
      }),
    ]
  : [];

/** Applicants keep these screens, whatever the operator offers others. */
const ipoScreens = [
  ...offeredIpoScreens,
  screen(inIpo, '/calendar/$id', {
    name: 'IPO.offering',
    title: 'ipo.offering',
    texts: ['ipo'],
    page: () => import('#web/ipo/offering/OfferingPage.tsx'),
  }),
  screen(inIpo, '/calendar/$id/basis', {
    name: 'IPO.basis',
    title: 'ipo.basis_title',
    texts: ['ipo'],
    page: () => import('#web/ipo/allotment/BasisPage.tsx'),
  }),
  screen(inIpo, '/history', {
    name: 'IPO.history',
    title: 'ipo.history_title',
    texts: ['ipo'],
    page: () => import('#web/ipo/history/HistoryPage.tsx'),
  }),
  screen(inIpo, '/my-ipo', {
    name: 'IPO.my-ipo',
    title: 'ipo.my_ipo_title',
    texts: ['ipo'],
    page: () => import('./ipo/MyIpoPage.tsx'),
  }),
  screen(inIpo, '/my-ipo/$id', {
    name: 'IPO.application',
    title: 'ipo.application',
    texts: ['ipo'],
    page: () => import('#web/ipo/application/ApplicationPage.tsx'),
  }),
];

const guestScreens = [
  screen(below, '/login', {
    name: 'login',
    title: 'auth.login_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth'],
    page: () => import('./auth/LoginPage.tsx'),
  }),
  screen(below, '/register', {
    name: 'register',
    title: 'auth.register_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth', 'legal', 'articles'],
    page: () => import('./auth/RegisterPage.tsx'),
  }),
  screen(below, '/password/reset', {
    name: 'password.request',
    title: 'auth.reset_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth'],
    page: () => import('#web/auth/email-request/PasswordResetPage.tsx'),
  }),
  screen(below, '/restore-code/$token', {
    name: 'password.reset',
    title: 'auth.restore_title',
    layout: 'default',
    guard: 'guest',
    texts: ['auth'],
    page: () => import('#web/auth/links/RestoreCodePage.tsx'),
  }),
  screen(below, '/email/verify/$id', {
    name: 'verification.verify',
    title: 'auth.verify_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('#web/auth/links/VerifyEmailPage.tsx'),
  }),
  screen(below, '/email/resend', {
    name: 'verification.resend',
    title: 'auth.resend_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('#web/auth/email-request/ResendVerificationPage.tsx'),
  }),
  screen(below, '/autologin/$token', {
    name: 'autologin',
    title: 'auth.autologin_title',
    layout: 'clear',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('#web/auth/links/AutologinPage.tsx'),
  }),
];

const securityScreens = [
  screen(below, '/email/change/$token', {
    name: 'email.change',
    title: 'auth.change_email_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('#web/auth/links/ChangeEmailPage.tsx'),
  }),
  screen(below, '/freeze/$token', {
    name: 'freeze',
    title: 'auth.freeze_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth'],
    page: () => import('#web/auth/links/FreezePage.tsx'),
  }),
  screen(below, '/second-factor', {
    name: 'second-factor',
    title: 'profile.factor_due_title',
    layout: 'default',
    guard: 'second-factor-due',
    texts: ['profile', 'auth'],
    page: () => import('#web/profile/SecondFactorPage.tsx'),
  }),
];

const clientScreens = [
  screen(below, '/home', {
    name: 'home',
    title: 'home.title',
    texts: ['home'],
    page: () => import('./home/HomePage.tsx'),
  }),
  forward(below, '/wallet', '/wallet/list'),
  screen(below, '/wallet/list', {
    name: 'wallet.list',
    title: 'wallets.list_title',
    texts: ['wallets', 'payments'],
    page: () => import('./wallets/WalletsPage.tsx'),
  }),
  screen(below, '/wallet/$id', {
    name: 'wallet.show-by-id',
    title: 'wallets.wallet_title',
    texts: ['wallets', 'trading', 'payments'],
    page: () => import('./wallets/WalletPage.tsx'),
  }),
  screen(below, '/payments', {
    name: 'payments.list',
    title: 'payments.title',
    texts: ['payments'],
    page: () => import('./payments/PaymentsPage.tsx'),
  }),
  screen(below, '/payments/deposit', {
    name: 'payments.deposit',
    title: 'payments.deposit_title',
    texts: ['payments'],
    page: () => import('./payments/DepositPage.tsx'),
  }),
  screen(below, '/payments/withdraw', {
    name: 'payments.withdraw',
    title: 'payments.withdraw_title',
    texts: ['payments'],
    page: () => import('#web/payments/withdrawal/WithdrawPage.tsx'),
  }),
  screen(below, '/payments/destinations', {
    name: 'payments.destinations',
    title: 'payments.destinations_title',
    texts: ['payments'],
    page: () => import('#web/payments/destinations/DestinationsPage.tsx'),
  }),
  screen(below, '/payments/destination/$token', {
    name: 'payments.confirm-destination',
    title: 'payments.confirm_destination_title',
    texts: ['payments'],
    page: () => import('#web/payments/destinations/ConfirmDestinationPage.tsx'),
  }),
  screen(below, '/payments/$id', {
    name: 'payments.show-by-id',
    title: 'payments.request',
    texts: ['payments'],
    page: () => import('#web/payments/payment/PaymentPage.tsx'),
  }),
  screen(below, '/trading-account', {
    name: 'trading-account.list',
    title: 'trading.list_title',
    texts: ['trading'],
    page: () => import('#web/trading/accounts/TradingAccountsPage.tsx'),
  }),
  screen(below, '/trading-account/$id', {
    name: 'trading-account.show-by-id',
    title: 'trading.account_title',
    texts: ['trading', 'investor'],
    page: () => import('#web/trading/accounts/TradingAccountPage.tsx'),
  }),
  screen(below, '/investor', {
    name: 'investor',
    title: 'investor.title',
    texts: ['investor', 'wallets'],
    page: () => import('./portfolio/InvestorPage.tsx'),
  }),
  screen(below, '/tickets', {
    name: 'tickets',
    title: 'tickets.title',
    texts: ['tickets'],
    page: () => import('#web/support/tickets/TicketsPage.tsx'),
  }),
  screen(below, '/tickets/$id', {
    name: 'tickets.show-by-id',
    title: 'tickets.ticket_title',
    texts: ['tickets', 'chats'],
    page: () => import('#web/support/tickets/TicketPage.tsx'),
  }),
  screen(below, '/notifications', {
    name: 'notifications',
    title: 'notifications.title',
    texts: ['notifications'],
    page: () => import('./notifications/NotificationsPage.tsx'),
  }),
  screen(below, '/analytics', {
    name: 'analytics',
    title: 'articles.title',
    texts: ['articles'],
    page: () => import('./articles/AnalyticsPage.tsx'),
  }),
  screen(below, '/analytics/market', {
    name: 'analytics.market',
    title: 'articles.tab_market',
    texts: ['articles', 'terminal'],
    page: () => import('./articles/market/MarketPage.tsx'),
  }),
  screen(below, '/analytics/calendar', {
    name: 'analytics.calendar',
    title: 'articles.tab_calendar',
    texts: ['articles'],
    page: () => import('./articles/market/CalendarPage.tsx'),
  }),
  screen(below, '/analytics/$slug', {
    name: 'analytics.article',
    title: 'articles.article_title',
    texts: ['articles'],
    page: () => import('./articles/ArticlePage.tsx'),
  }),
];

const staffScreens = [...supportStaffScreens(below), ...adminScreens(below), ...ipoStaffScreens(below)];

const otherScreens = [
  forward(below, '/legal', '/legal/terms'),
  screen(below, '/legal/$kind', {
    name: 'legal',
    title: 'legal.title',
    layout: 'basic',
    guard: 'anyone',
    texts: ['legal', 'articles'],
    page: () => import('./legal/LegalPage.tsx'),
  }),
  screen(below, '/unsubscribe/$token', {
    name: 'unsubscribe',
    title: 'notifications.unsubscribe_title',
    layout: 'default',
    guard: 'anyone',
    texts: ['auth', 'notifications'],
    page: () => import('./notifications/UnsubscribePage.tsx'),
  }),
  screen(below, '/unauthorized', {
    name: 'unauthorized',
    title: 'common.unauthorized_title',
    layout: 'basic',
    guard: 'anyone',
    texts: [],
    page: () => import('./shell/UnauthorizedPage.tsx'),
  }),
  screen(below, '/terminal/$token', {
    name: 'terminal',
    title: 'terminal.title',
    layout: 'clear',
    guard: 'anyone',
    texts: ['terminal', 'trading'],
    page: () => import('./paper/TerminalPage.tsx'),
  }),
  ...(windowConfig.demo
    ? [
        screen(below, '/mailbox', {
          name: 'mailbox',
          title: 'demo.mailbox_title',
          layout: 'basic',
          guard: 'anyone',
          texts: ['demo'],
          page: () => import('./demo/MailboxPage.tsx'),
        }),
      ]
    : []),
];

const tree = root.addChildren([
  lang.addChildren([
    setupScreen(below),
    forward(below, '/', '/login', 'welcome'),
    settings.addChildren(settingsScreens),
    ipo.addChildren(ipoScreens),
    ...guestScreens,
    ...securityScreens,
    ...clientScreens,
    ...staffScreens,
    ...otherScreens,
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultErrorComponent: ErrorLayout,
  defaultPendingComponent: ScreenSkeleton,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  scrollRestoration: routerScrolls,
});
