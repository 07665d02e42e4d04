import type { ReactNode } from 'react';
import type { AuditDetail } from '#contract/staff/audit-details.ts';
import { isLanguage, languageNames } from '#contract/kernel/languages.ts';
import type { AuditRow } from '#contract/staff/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { rolesOf, wordOf } from './detail-words.ts';

const nothing = '–';

/** Details that are countries. */
const countries = new Set(['country', 'nationality']);

/** Details that are amounts, as decimals. */
export const amounts: ReadonlySet<string> = new Set(['amount', 'announced', 'price', 'received']);

/** Where a thing that a detail names has a screen of its own. */
const screens: Partial<Record<AuditDetail, (id: string) => Path>> = {
  actor_id: (id) => `/admin/clients/${id}`,
  article: (id) => `/admin/articles/${id}`,
  client_id: (id) => `/admin/clients/${id}`,
  conversation: (id) => `/chats/${id}`,
  offering: (id) => `/admin/ipo/${id}`,
  room: (id) => `/chats/${id}`,
  run: (id) => `/admin/reconciliation/${id}`,
  run_id: (id) => `/admin/reconciliation/${id}`,
  stock_id: (id) => `/admin/ipo/${id}`,
};

interface DetailValueProps extends Pick<AuditRow['details'][number], 'name' | 'value'> {
  action: string;
  /** What the server calls it. */
  text?: string | null;
  /** What its screen knows it by, if there is one. */
  id?: string | undefined;
  /** Of amounts, where another detail says it. */
  currency?: string | undefined;
}

/** What is noted under a name, in the reader's words where it is one of the code, and with the way to it where there is one. */
export function DetailValue({ action, name, value, text, id, currency }: DetailValueProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const word = wordOf(action, name, value);
  if (value === '') return nothing;
  if (word) return t(word);
  const roles = rolesOf(action, value);
  if (roles) return format.list(roles.map((each) => t(each)));
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return <DateTime at={value} as="full" />;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return format.day(value);
  if (amounts.has(name) && isDecimal(value))
    return <bdi>{currency ? format.symbol(value, currency) : format.price(value)}</bdi>;
  if (name === 'language' && isLanguage(value)) return languageNames[value];
  if (countries.has(name) || action === 'clients.set_country') return isCountry(value) ? format.country(value) : value;
  // A chat that became no ticket has no number.
  const own = text ?? (name === 'conversation' && value === id ? t('staff.chat') : null);
  const shown = (
    <bdi translate="no" title={own ? value : undefined}>
      {own ?? value}
    </bdi>
  );
  const screen = screens[name as AuditDetail];
  return screen && id ? <Link to={screen(id)}>{shown}</Link> : shown;
}

const isCountry = (value: string) => /^[A-Z]{2}$/.test(value);
const isDecimal = (value: string) => /^-?\d+(\.\d+)?$/.test(value);
