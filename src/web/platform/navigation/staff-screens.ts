import type { Role } from '#contract/endpoint.ts';
import type { User } from '#contract/auth.ts';
import type { Guard } from './guards.ts';
import type { Path } from './navigation.tsx';
import type { TextKey } from '../i18n/text-key.ts';

/** A screen on which staff begin a piece of their work. */
export interface StaffPlace {
  to: Path;
  label: TextKey;
  /** Who may enter; one of them is enough. The server decides again on every call. */
  roles: readonly Role[];
}

const places = {
  dashboard: {
    to: '/admin',
    label: 'shell.place_dashboard',
    roles: ['support', 'finance', 'compliance', 'admin'],
  },
  chats: { to: '/chats', label: 'shell.place_chats', roles: ['support', 'admin'] },
  clients: { to: '/admin/clients', label: 'shell.place_clients', roles: ['support', 'finance', 'compliance', 'admin'] },
  money: { to: '/admin/money', label: 'shell.place_money', roles: ['finance', 'compliance', 'admin'] },
  reconciliation: {
    to: '/admin/reconciliation',
    label: 'shell.place_reconciliation',
    roles: ['finance', 'compliance', 'admin'],
  },
  verification: { to: '/admin/verification', label: 'shell.place_verification', roles: ['compliance', 'admin'] },
  proposals: { to: '/admin/proposals', label: 'shell.place_proposals', roles: ['finance', 'compliance', 'admin'] },
  audit: { to: '/admin/audit', label: 'shell.place_audit', roles: ['compliance', 'admin'] },
  security: { to: '/admin/security', label: 'shell.place_security', roles: ['compliance', 'admin'] },
  mail: { to: '/admin/mail', label: 'shell.place_mail', roles: ['support', 'compliance', 'admin'] },
  api: { to: '/admin/api', label: 'shell.place_api', roles: ['admin'] },
  settings: { to: '/admin/settings', label: 'shell.place_settings', roles: ['compliance', 'admin'] },
  jobs: { to: '/admin/jobs', label: 'shell.place_jobs', roles: ['admin'] },
  team: { to: '/admin/team', label: 'shell.place_team', roles: ['admin'] },
  ipo: { to: '/admin/ipo', label: 'shell.place_ipo', roles: ['support', 'finance', 'compliance', 'admin'] },
  reasons: {
    to: '/admin/reasons',
    label: 'shell.place_reasons',
    roles: ['support', 'finance', 'compliance', 'admin'],
  },
  articles: { to: '/admin/articles', label: 'shell.place_articles', roles: ['admin'] },
  legal: { to: '/admin/legal', label: 'shell.place_legal', roles: ['compliance', 'admin'] },
} as const satisfies Record<string, StaffPlace>;

/** What there is for staff, in the order of the menu; a new room is a line here. */
const order: readonly StaffPlace[] = [
  places.dashboard,
  places.chats,
  places.clients,
  places.verification,
  places.proposals,
  places.money,
  places.reconciliation,
  places.ipo,
  places.mail,
  places.articles,
  places.legal,
  places.reasons,
  places.audit,
  places.security,
  places.settings,
  places.team,
  places.api,
  places.jobs,
];

/** The places that somebody may enter; none for a client. */
export const placesOf = ({ roles }: Pick<User, 'roles'>): readonly StaffPlace[] =>
  order.filter((place) => place.roles.some((role) => roles.includes(role)));

/** The guard of the screens of a place. */
export const guardOf = (place: keyof typeof places): Guard => ({ roles: [...places[place].roles] });
