import type { Accents } from './brand-color.ts';
import type { Language, TextByLanguage } from './languages.ts';

/** What the page carries about the installation; everything here is public. */
export interface WindowConfig {
  appName: string;
  /** The operator's colour as it can be read in each theme. */
  accents: Accents;
  /** Addresses of the operator's pictures; null for the drawn mark. */
  logo: { light: string; dark: string } | null;
  /** The language to start with: the visitor's cookie, else the browser's preference, else the installation's. */
  locale: Language;
  languages: Language[];
  /** Of the operator's own texts, for readers in whose language there is none. */
  defaultLanguage: Language;
  /** Small print at the foot of clients' pages. In each language, because a reader may choose another one at any time. */
  footer: TextByLanguage;
  /** The operator's other websites. */
  links: { id: string; label: TextByLanguage; address: string }[];
  /** Whether this is a demo installation, with published sign-in data and a mailbox. */
  demo: boolean;
  /** True until the setup is complete: there is one screen, the setup. */
  closed: boolean;
  features: { ipo: boolean };
  supportEmail: string | null;
  /** Where to download the platform's applications; null where there is none. */
  applications: { android: string | null; apple: string | null; desktop: string | null };
  /** Shown in a frame instead of our own ticker tape; `{theme}` and `{locale}` are the browser's to fill in. */
  tickerWidget: string | null;
  /** The address of the socket. Host and port are null where they are the page's own. */
  realtime: { key: string; cluster: string; hosted: { host: string; port: number; secure: boolean } | null };
  /** Part of the address of the texts; changes with any of them. */
  textsVersion: string;
  /** Seconds for which reads have to show everything after a notice; null unless a standby serves reads. */
  freshForS: number | null;
  /** Whether pages may be opened without a network. */
  serviceWorker: boolean;
}
