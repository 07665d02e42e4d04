import { defaultTheme, paperColors, stored, themes, type Theme } from '#contract/kernel/constants.ts';
import { createStore, useStore } from './store.ts';
import { readCookie, writeLastingCookie } from './session/browser-storage.ts';

const theme = createStore<Theme>(themes.find((name) => name === readCookie(stored.theme)) ?? defaultTheme);

function apply(next: Theme): void {
  document.documentElement.classList.remove(...themes);
  document.documentElement.classList.add(next);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paperColors[next]);
}

/** Applies the stored theme again; the server has already marked the page with it. */
export function startTheme(): void {
  apply(theme.get());
}

export function setTheme(next: Theme): void {
  theme.set(next);
  writeLastingCookie(stored.theme, next);
  apply(next);
}

export function toggleTheme(): void {
  setTheme(theme.get() === 'light-theme' ? 'dark-theme' : 'light-theme');
}

export const useTheme = (): Theme => useStore(theme);
