import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { intlTagOf, isLanguage, type Language } from '#contract/languages.ts';

/** `text('de', 'errors.auth_credentials', { … })`: a message in a language. An unknown key is a defect. */
export type Text = (language: Language, key: string, params?: Record<string, unknown>) => string;

/** Reads the catalogues under `locales/` once and compiles a language when it is first asked for. */
export function loadTexts(folder: string): Text {
  const ready = new Map<Language, I18n>();
  const open = (language: Language) => {
    const messages = readCatalogue(join(folder, language));
    const i18n = setupI18n({ locale: language, locales: intlTagOf(language), messages: { [language]: messages } });
    ready.set(language, i18n);
    return i18n;
  };
  return (language, key, params = {}) => {
    const i18n = ready.get(language) ?? open(language);
    const text = i18n._(key, params);
    if (text === key) throw new Error(`no text ${key} in ${language}`);
    return text;
  };
}

function readCatalogue(folder: string) {
  const entries = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const room = file.slice(0, -'.json'.length);
      const messages = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>;
      return Object.entries(messages).map(([key, message]) => [`${room}.${key}`, compileMessage(message)] as const);
    });
  return Object.fromEntries(entries);
}

/** The first of our languages that an Accept-Language header asks for, by its weights. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...settings] = part.trim().toLowerCase().split(';');
      const weight = settings.map((setting) => /^\s*q=([\d.]+)$/.exec(setting)?.[1]).find(Boolean);
      return { code: aliases[tag.slice(0, 2)] ?? tag.slice(0, 2), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter((wish) => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wishes.map((wish) => wish.code).find(isLanguage);
}

/** Norwegian arrives as Bokmål or Nynorsk. */
const aliases: Record<string, Language> = { nb: 'no', nn: 'no' };

