import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { User } from '#contract/auth/endpoints.ts';
import { languageNames } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { changeLanguage } from '#web/platform/i18n/change-language.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useHasIpo } from '#web/platform/offers-ipo.ts';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { ticketsQuery } from '#web/platform/api/list-queries.ts';
import { tradingAccountsQuery, walletsQuery } from '#web/platform/session/session.ts';
import { useStaffScreens } from '#web/platform/navigation/staff-screens.ts';
import { toggleTheme, useTheme } from '#web/platform/theme.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { useLeave } from '../use-leave.ts';
import type { Entry } from './entry.ts';
import { recentOf } from './recent.ts';
import { screensOf } from './screens.ts';

/** Goes to a screen; on that screen already, scrolls to its top. */
function useWay(): (path: string) => Pick<Entry, 'path' | 'action'> {
  const router = useRouter();
  const language = useLanguage();
  return (path) => ({ path, action: () => void router.navigate({ href: pathIn(language, path) }) });
}

/** Everything but clients and articles: it is known here, so the browser finds it. */
export function useEntries(user: User): Entry[] {
  return [...useScreens(user), ...useOwn(), ...useActions()];
}

function useScreens(user: User): Entry[] {
  const t = useText();
  const way = useWay();
  const hasIpo = useHasIpo();
  const screens = screensOf(useRouter(), user).filter(({ path }) => hasIpo || !path.startsWith('/ipo/'));
  return screens.map(({ path, title }) => ({
    id: path,
    group: 'screens',
    label: t(title),
    ...way(path),
  }));
}

/** Uses what is cached already; the palette fetches nothing that a screen has fetched before. */
const asKnown = { staleTime: 60_000 };

function useOwn(): Entry[] {
  const t = useText();
  const way = useWay();
  const format = useFormat();
  const { data: wallets = [] } = useQuery({ ...walletsQuery, ...asKnown });
  const { data: accounts = [] } = useQuery({ ...tradingAccountsQuery, ...asKnown });
  const { data: tickets = [] } = useQuery({ ...ticketsQuery, ...asKnown });
  const entry = (path: string, label: string, detail: string): Entry => ({
    id: path,
    group: 'own',
    label,
    detail,
    ...way(path),
  });
  return [
    ...wallets.map(({ id, name, balance }) => entry(`/wallet/${id}`, name, format.symbol(balance, 'USD'))),
    ...accounts.map(({ trading_account_id: number, currency, balance }) =>
      entry(`/trading-account/${number}`, t('shell.account_name', { currency, number }), format.symbol(balance, 'USD')),
    ),
    ...tickets.map(({ ticket_id: id, subject, number }) => entry(`/tickets/${id}`, subject, number)),
  ];
}

function useActions(): Entry[] {
  const t = useText();
  const router = useRouter();
  const leave = useLeave();
  const isDark = useTheme() === 'dark-theme';
  const current = useLanguage();
  const action = (id: string, label: string, actionName: () => void, detail?: string): Entry => ({
    id,
    group: 'actions',
    label,
    action: actionName,
    ...(detail === undefined ? {} : { detail }),
  });
  return [
    action('theme', t(isDark ? 'common.use_light_theme' : 'common.use_dark_theme'), toggleTheme),
    ...windowConfig.languages
      .filter((language) => language !== current)
      .map((language) =>
        action(
          `language-${language}`,
          languageNames[language],
          () => void changeLanguage(router, language),
          t('common.language'),
        ),
      ),
    action('leave', t('shell.exit'), leave),
  ];
}

const typingDelayMs = 300;
const minLength = 2;
const maxFound = 8;

/** Clients by name, email, phone, or the number of an account or payment, for those who have a list of them; the server is queried once the typing pauses. */
export function useClients(user: User, typed: string): Entry[] {
  const way = useWay();
  const search = useDebounced(typed.trim(), typingDelayMs);
  const maySearch = useStaffScreens(user).some(({ to }) => to === '/admin/clients');
  const { data } = useQuery({
    queryKey: ['clients', 'palette', search],
    queryFn: () => call('POST /api/staff/clients', { body: { search } }, { loader: false }),
    enabled: maySearch && search.length >= minLength,
  });
  if (!maySearch || search !== typed.trim() || search.length < minLength) return [];
  return (data?.clients ?? []).slice(0, maxFound).map(({ id, full_name, email }) => ({
    id: `client-${id}`,
    group: 'clients',
    label: full_name,
    detail: email,
    found: true,
    ...way(`/admin/clients/${id}`),
  }));
}

/** Payments by number, with or without “P-”, reference, or their client, for those who have a list of them. */
export function usePayments(user: User, typed: string): Entry[] {
  const way = useWay();
  const format = useFormat();
  const search = useDebounced(typed.trim(), typingDelayMs);
  const maySearch = useStaffScreens(user).some(({ to }) => to === '/admin/money');
  const { data } = useQuery({
    queryKey: ['payment-desk', 'palette', search],
    queryFn: () => call('POST /api/staff/payments', { body: { view: 'all', search } }, { loader: false }),
    enabled: maySearch && search.length >= minLength,
  });
  if (!maySearch || search !== typed.trim() || search.length < minLength) return [];
  return (data?.payments ?? []).slice(0, maxFound).map(({ id, number, client, amount, currency }) => ({
    id: `payment-${id}`,
    group: 'payments',
    label: `${number} · ${client.name}`,
    detail: format.symbol(amount, currency),
    found: true,
    ...way(`/admin/money/${id}`),
  }));
}

/** Chats and tickets by number, words or their client, for those who answer them. */
export function useConversations(user: User, typed: string): Entry[] {
  const way = useWay();
  const search = useDebounced(typed.trim(), typingDelayMs);
  const maySearch = useStaffScreens(user).some(({ to }) => to === '/chats');
  const { data } = useQuery({
    queryKey: ['inbox', 'palette', search],
    queryFn: () => call('POST /api/staff/support/inbox', { body: { view: 'all', search } }, { loader: false }),
    enabled: maySearch && search.length >= minLength,
  });
  if (!maySearch || search !== typed.trim() || search.length < minLength) return [];
  return (data?.rooms ?? []).slice(0, maxFound).map(({ id, number, subject, client }) => ({
    id: `conversation-${id}`,
    group: 'conversations',
    label: number === null ? client : `${number} · ${client}`,
    ...(subject !== null && { detail: subject }),
    found: true,
    ...way(`/chats/${id}`),
  }));
}

/**
 * Articles by words of their title, as far as the person may read them. Matching ones stay until the server has found
 * new ones.
 */
export function useArticles(typed: string): Entry[] {
  const t = useText();
  const way = useWay();
  const lang = useLanguage();
  const words = useDebounced(typed.trim(), typingDelayMs);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['articles', lang, 'palette', words],
    queryFn: () => call('GET /api/articles/getTitles', { query: { lang, words } }, { loader: false }),
    enabled: words.length >= minLength,
    placeholderData: keepPreviousData,
  });
  if (typed.trim().length < minLength) return [];
  const found = words === typed.trim() && !isPlaceholderData;
  return (data?.articles ?? []).map(({ id, slug, title, category }) => ({
    id: `article-${id}`,
    group: 'articles',
    label: title,
    detail: t(`articles.category_${category}`),
    found,
    ...way(`/analytics/${slug}`),
  }));
}

/** The person's latest choices in this tab, by their present name where that is known. */
export function useRecent(user: User, entries: readonly Entry[]): Entry[] {
  const way = useWay();
  return recentOf(user.id).map((chosen) => {
    const known = entries.find(({ id }) => id === chosen.id) ?? chosen;
    return { ...known, ...way(chosen.path), id: `recent-${chosen.id}`, group: 'recent' };
  });
}
