import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { intlTagOf } from '#contract/kernel/languages.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import { compileText } from '#server/platform/formats/compile-text.ts';
import { readCatalogue } from './catalogue.ts';
import { readMessage } from './message.ts';

/** Words, names, codes and days, and numbers that name a thing and measure nothing. */
const words =
  /^(?:about|account|address|advice|after|allowed|app|approver|at|author|before|by|changes|client|closes|closes_at|code|column|comment|currencies|currency|date|day|Deposits|device|document|due|entry|expected|field|first_name|iban|it|keys|label|language|last|line|manager|name|number|offering|on|person|position|reason|request_id|response|scope|setting|sources|support|symbol|them|tier|until|version|what|why|Withdrawals|years)$/;
/** Amounts and shares that are written for the reader before they come to the text. */
const written = /^(?:amount|available|held|left|limit|paid|released)$/;
const writtenIn: Record<string, string[]> = {
  'emails.ipo_reconfirm_text': ['price'],
  'emails.margin_call_text': ['level'],
  'errors.ipo_price_moved': ['price'],
  'errors.payments_amount_max': ['max'],
  'errors.payments_amount_min': ['min'],
  'errors.reconciliation_sum': ['difference'],
};
/** A level of verification is a digit. */
const isDigit = (key: string, name: string) => name === 'level' && key !== 'emails.margin_call_text';

const reader: Reader = { language: 'de', numberStyle: 'language' };
const texts = [...readCatalogue('de')].filter(([key]) => /^(?:emails|errors)\./.test(key));

/** A text with `1234.50` for each value that it may have to write itself, in each branch of its selects. */
function shown(key: string, text: string): string[] {
  const i18n = setupI18n({
    locale: 'de',
    locales: intlTagOf('de'),
    messages: { de: { [key]: compileText('de', text) } },
  });
  const { values, choices } = readMessage(text);
  const selects = choices.filter(({ kind }) => kind === 'select');
  const isGiven = (name: string) =>
    words.test(name) || written.test(name) || writtenIn[key]?.includes(name) === true || isDigit(key, name);
  const base = Object.fromEntries(values.map((name) => [name, isGiven(name) ? '…' : '1234.50']));
  const ways = [{}, ...selects.flatMap(({ name, branches }) => branches.map((branch) => ({ [name]: branch })))];
  return ways.map((way) => i18n._(key, textValues(reader, { ...base, ...way })));
}

it('leaves no decimal of a refusal or an email as a machine writes it', () => {
  const raw = texts.flatMap(([key, text]) => shown(key, text).filter((line) => line.includes('1234.50')));
  expect(raw).toEqual([]);
});
