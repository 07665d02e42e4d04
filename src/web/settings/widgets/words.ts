import type { Widget } from '#contract/settings/values/widgets.ts';

/** What each of them is called; visitors read the same above it. */
export const widgetNames = {
  rates: 'settings.widget_rates',
  'ipo-calendar': 'settings.widget_ipo_calendar',
  register: 'settings.widget_register',
} as const satisfies Record<Widget['kind'], string>;

export const themeNames = {
  auto: 'settings.widget_theme_auto',
  light: 'profile.theme_light',
  dark: 'profile.theme_dark',
} as const satisfies Record<Widget['theme'], string>;
