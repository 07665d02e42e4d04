import { defaultNumberStyle } from '#contract/kernel/constants.ts';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { numbersFor } from '#contract/kernel/text/number-format.ts';
import { acceptedLanguage, type Text } from '#server/platform/text.ts';
import type { Answer } from './stand-ins/answer.ts';
import { escaped } from './stand-ins/escaped.ts';

/** For stand-ins whose pages have no readers, as in tests: the key of each text. */
export const keysAlone: Text = (_, key) => key;

/** What a page of a provider shows to a payer or an applicant. */
interface ActPage {
  text: Text;
  /** The language that was ordered for the page, then that of the browser. */
  locales: readonly (string | null | undefined)[];
  /** Whose page it is. */
  adapter: 'stripe' | 'adyen' | 'btcpay' | 'hosted_page' | 'sumsub';
  paragraphs: (language: Language) => readonly string[];
  /** Where its buttons post to, and the acts that they name, each a text `demo.act_<name>`. */
  action: string;
  acts: readonly string[];
  /** Where the person came from. */
  back?: string | null | undefined;
}

/** The page on which a person acts at a stand-in, in the person's language. */
export function actPage({ text, locales, adapter, paragraphs, action, acts, back }: ActPage): Answer {
  const language = acceptedLanguage(locales.filter(Boolean).join(',')) ?? 'en';
  const name = text(language, `connections.adapter_${adapter}`);
  const title = escaped(text(language, 'demo.provider_name', { name }));
  const lines = [text(language, 'demo.act_nothing_real'), ...paragraphs(language)];
  const buttons = acts.map(
    (act) => `<button name="act" value="${act}">${escaped(text(language, `demo.act_${act}`))}</button>`,
  );
  const form = `<form method="post" action="${action}" style="display:grid;gap:.5rem">${buttons.join('\n')}</form>`;
  const body = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<body style="font:16px/1.5 system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem">
<h1>${title}</h1>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${acts.length > 0 ? form : ''}
${back ? `<p><a href="${escaped(back)}">${escaped(text(language, 'common.back'))}</a></p>` : ''}
</body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** What is paid, and whether it still can be. */
export const paymentLines =
  (text: Text, { amount, currency, isOpen }: { amount: string; currency: string; isOpen: boolean }) =>
  (language: Language): string[] => [
    numbersFor({ language, numberStyle: defaultNumberStyle }).money(amount, currency),
    ...(isOpen ? [] : [text(language, 'demo.act_closed')]),
  ];
