/** The product's constants, each in one place. Durations in milliseconds, sizes in CSS pixels. */

export const rememberDays = 365;

/** Names of the cookies and storage keys in the browser. */
export const stored = {
  token: 'token',
  welcomeShown: 'welcomeMessageShown',
  theme: 'user-theme',
  locale: 'locale',
  /** The language of a profile that the person declined on this device. */
  declinedLanguage: 'declined-language',
  intendedPath: 'intended-path',
  tileView: 'isTileView',
  /** Whether this browser plays a sound, and shows a desktop notice, for a message of support. */
  chatSound: 'chat-sound',
  chatNotice: 'chat-notice',
  /** Messages to support that the server has not confirmed yet, in this tab. */
  unsent: 'chat-unsent',
  /** The token of the setup link, and what is filled in so far, in this tab. */
  setupLink: 'setup-link',
  setupDraft: 'setup-draft',
  /** The channel on which a tab notifies the others that its person has signed out. */
  signedOut: 'signed-out',
  /** Anti-forgery: the server sets the cookie, the client repeats it in the header. */
  antiForgeryCookie: 'XSRF-TOKEN',
  antiForgeryHeader: 'X-XSRF-TOKEN',
  /** The channel on which a tab notifies the others that staff started or ended an impersonation. */
  impersonationChanged: 'impersonation-changed',
} as const;

/** The cookie with which a browser asks for reads that show everything up to now, where a standby serves reads. */
export const freshReadsCookie = 'fresh-reads';

/** Prefix of the challenge that a browser signs to renew its session, so that the signature serves nothing else. */
export const sessionRenewal = 'atrium session renewal 1 ';

/** How long a proof of identity counts as recent. */
export const recentProofMs = 5 * 60_000;

/** Closes a socket whose session has to be shown again. After a code from 4200 to 4299 clients come back at once. */
export const showSessionAgain = 4200;

/** Names the impersonation under which a page was loaded. */
export const impersonationHeader = 'x-impersonation';

/** How long staff may view as a client for one reason. */
export const impersonationMinutes = 15;

export const themes = ['light-theme', 'dark-theme'] as const;
export type Theme = (typeof themes)[number];
export const defaultTheme: Theme = 'light-theme';

/** What a device paints around the page and while it starts: `--paper` and `--page` of the theme. */
export const paperColors: Record<Theme, string> = { 'light-theme': '#ffffff', 'dark-theme': '#15181d' };
export const pageColors: Record<Theme, string> = { 'light-theme': '#f6f6f4', 'dark-theme': '#0c0e11' };

/** Numbers as in English, which is the product's rule, or as the language of the page writes them. */
export const numberStyles = ['english', 'language'] as const;
export type NumberStyle = (typeof numberStyles)[number];
export const defaultNumberStyle: NumberStyle = 'english';

/** A page of a trading account's history; a shorter one is the last. */
export const dealsPerPage = 50;

/** Below this width the side menu and the wide tables give way to the phone's layout. @public */
export const desktopMinWidthPx = 1280;

export const toastMs = 3000;
export const welcomeBannerMs = 5000;
/** @public */
export const typingStopMs = 3000;
export const formSuccessMs = 2000;
export const scrollAfterNavigationMs = 190;
/** How long the page follows the target of a hash while the screen around it still arrives. */
export const targetSettlesMs = 5000;
/** The most reads that one call makes. */
export const maxReads = 16;
export const mobileMenuMeasureMs = 400;
export const mobileMenuExtraPx = 60;
export const chunkTimeoutMs = 120_000;

export const progressBar = {
  nominalMs: 3000,
  heightPx: 2,
  stepMs: 100,
  finishAbovePercent: 95,
  hideAfterMs: 500,
} as const;

export const avatar = { sizePx: 90, luminanceThreshold: 160 } as const;

/** The values of a length rule without numbers of its own; also the limits of a ticket's text. */
export const textLengthFallback = { min: 50, max: 2000 } as const;

/** @public */
export const chatAgentName = 'Support';

/** @public */
export const realtime = { cluster: 'eu', forceTls: true } as const;

/** Client states by equity in whole USD, both ends included. Below silver a client is `standard`. */
export const tiers = [
  { name: 'silver', minUsd: 1_000, maxUsd: 4_999 },
  { name: 'gold', minUsd: 5_000, maxUsd: 19_999 },
  { name: 'platinum', minUsd: 20_000, maxUsd: 49_999 },
  { name: 'vip', minUsd: 50_000, maxUsd: 10_000_000_000 },
] as const;

export const numberDisplay = { locale: 'en-US', minFractionDigits: 0, maxFractionDigits: 2 } as const;

/** The five instruments of the ticker tape, in their order. */
export const tickerSymbols = ['SPX', 'NDX', 'EURUSD', 'BTCUSD', 'ETHUSD'] as const;

/** How long a one-time token is valid, by purpose. */
/** How long a session may fetch the data export that it requested. */
export const dataFetchMs = 3_600_000;

export const tokenLifetimeMs = {
  emailVerification: 24 * 3_600_000,
  passwordReset: 60 * 60_000,
  autologin: 10 * 60_000,
  signInChallenge: 5 * 60_000,
  passkeyAttempt: 5 * 60_000,
  freeze: 6 * 3_600_000,
  /** Emailed to an address that a profile leaves or has left: the reader of that mailbox has no other way to object. */
  freezeFormer: 7 * 24 * 3_600_000,
  platformSignIn: 60_000,
} as const;

/** In the responses of a demo: how many milliseconds its clock is ahead of the real one. */
export const clockHeader = 'x-clock-ahead';

/** How long a PIN for support by phone is valid. */
export const supportPinMinutes = 15;
