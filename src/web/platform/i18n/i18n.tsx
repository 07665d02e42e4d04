import { setupI18n, type I18n } from '@lingui/core';
import { TransNoContext } from '@lingui/react/server';
import type { ReactElement } from 'react';
import type { NumberStyle } from '#contract/kernel/constants.ts';
import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import { applyLanguage, currentLanguage, useLanguage } from './language.ts';
import { currentNumberStyle, useNumberStyle } from './number-style.ts';
import type { Module, TextKey } from './text-key.ts';
import { windowConfig } from '../window-config.ts';

/**
 * Texts arrive as one compiled file per module and language, when a screen first needs them. Their address has the
 * catalogue's version, so they are cached forever and an edited text is seen at once.
 */
const opened = new Map<Language, I18n>();
const modulesInUse = new Set<Module>();
const loading = new Map<string, Promise<void>>();

function i18nOf(language: Language): I18n {
  const found =
    opened.get(language) ?? setupI18n({ locale: language, locales: intlTagOf(language), messages: { [language]: {} } });
  opened.set(language, found);
  return found;
}

function loadModuleTexts(language: Language, module: Module): Promise<void> {
  const address = `/texts/${windowConfig.textsVersion}/${language}/${module}.json`;
  const known = loading.get(address);
  if (known) return known;
  const request = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`Request failed with status code ${response.status}`);
    i18nOf(language).load(language, (await response.json()) as Record<string, string>);
  });
  loading.set(address, request);
  request.catch(() => loading.delete(address));
  return request;
}

/** Loads the texts of modules in the current language; from then on they come with every language. */
export async function loadTexts(...modules: Module[]): Promise<void> {
  for (const module of modules) modulesInUse.add(module);
  await Promise.all(modules.map((module) => loadModuleTexts(currentLanguage(), module)));
}

/** Switches the language once every text on screen is there. */
export async function switchLanguage(next: Language): Promise<void> {
  await Promise.all([...modulesInUse].map((module) => loadModuleTexts(next, module)));
  applyLanguage(next);
}

/** The values of a text with its numbers in the style of the person. */
const written = (language: Language, numberStyle: NumberStyle, values?: Record<string, string | number>) =>
  values && textValues({ language, numberStyle }, values);

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

/** A text outside components, in the current language. */
export const translate: Translate = (key, values) =>
  i18nOf(currentLanguage())._(key, written(currentLanguage(), currentNumberStyle(), values));

/** `const t = useText(); t('auth.login_title')`. Renders again when the language changes. */
export function useText(): Translate {
  const [language, numberStyle] = [useLanguage(), useNumberStyle()];
  const i18n = i18nOf(language);
  return (key, values) => i18n._(key, written(language, numberStyle, values));
}

/** A text with elements in it: `<0>…</0>` of the message becomes the first of `parts`. */
export function Rich(props: { id: TextKey; parts: ReactElement[]; values?: Record<string, string | number> }) {
  const [language, numberStyle] = [useLanguage(), useNumberStyle()];
  const i18n = i18nOf(language);
  const values = written(language, numberStyle, props.values);
  const components = Object.fromEntries(props.parts.entries());
  return <TransNoContext id={props.id} components={components} lingui={{ i18n }} {...(values ? { values } : {})} />;
}
