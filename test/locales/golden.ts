import { resolve } from 'node:path';
import { setupI18n } from '@lingui/core';
import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import { numbersFor, type Reader } from '#contract/kernel/text/number-format.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import { compileText } from '#server/platform/formats/compile-text.ts';
import { dayText, instantText } from '#server/platform/formats/date-format.ts';
import { readCatalogue } from './catalogue.ts';
import { readMessage, type Message } from './message.ts';

export const goldenPath = (language: Language) => resolve(import.meta.dirname, `../golden/${language}.txt`);

/** What a message may name, eight times: chosen for what a language has to agree with or to keep in order. */
const sets = [
  { money: ['1.00', 'USD'], day: '2026-03-01', person: 'Anna Berg', text: 'Anna', email: 'anna@example.com', count: 1 },
  {
    money: ['1236.50', 'EUR'],
    day: '2026-05-02',
    person: 'Olaf Øst',
    text: 'Olaf',
    email: 'peter@example.com',
    count: 2,
  },
  { money: ['0.50', 'GBP'], day: '2026-08-03', person: 'Eva Őry', text: 'Gold', email: 'eva@example.com', count: 3 },
  {
    money: ['500001', 'JPY'],
    day: '2026-10-31',
    person: 'Ida Iñiguez',
    text: 'ACME',
    email: 'ida@example.com',
    count: 5,
  },
  {
    money: ['-20.75', 'USD'],
    day: '2026-11-11',
    person: 'Ümit Şen',
    text: 'Ida Berg',
    email: 'olga@example.com',
    count: 11,
  },
  {
    money: ['21.00', 'EUR'],
    day: '2026-12-21',
    person: 'Ursula Zając',
    text: 'A-500001',
    email: 'ursula@example.com',
    count: 21,
  },
  {
    money: ['100000.00', 'GBP'],
    day: '2026-06-30',
    person: 'Max O’Hara',
    text: '+44 20 7946 0000',
    email: 'max@example.com',
    count: 100,
  },
  {
    money: ['0.00012345', 'BTC'],
    day: '2026-01-20',
    person: 'Zoë Çelik',
    text: '2026-03-31',
    email: 'zoe@example.com',
    count: 0,
  },
] as const;

type Sample = (typeof sets)[number];

const amounts =
  /^(amounts?|held|paid|released|fee|limit|net|due|price|low|high|capital|equity|available|received|remaining|free|left)$/;
const people = /^(name|by|who|whom|client|manager|author|approver|first_name|second_name|names|support)$/;
const things = /^(app|offering|issuer|title|document|documents|label|what|about|subject|account|device)$/;
const sentences = /^(why|advice|reason|comment|changes)$/;
const days = /^(when|date|day|until|on|birth|from|to|closes_at|closes|announced)$/;
const percents = /^(percent|share|median|fall|rise|change|index|own)$/;
const numbers = /^(number|ticket|position|request_id|seq|line|version|code|holder)$/;
const counts =
  /^(max|min|level|needed|megabytes|megapixels|rank|lot|quota|requested|sold|allotted|shares|rules|transactions|postings)$/;

function valueOf(
  name: string,
  { money, day, person, text, email, count }: Sample,
  { language, numberStyle }: Reader,
): string | number {
  const format = numbersFor({ language, numberStyle });
  if (amounts.test(name)) return format.money(money[0], money[1], { exact: true });
  if (days.test(name)) return dayText(language, day);
  if (percents.test(name)) return format.percent(String(count * 4.5));
  if (numbers.test(name)) return String(500_000 + count);
  if (counts.test(name)) return count;
  if (name === 'at' || name === 'time') return instantText(language, new Date(`${day}T15:30:00Z`));
  if (name === 'currency') return money[1];
  if (name === 'email') return email;
  if (people.test(name)) return person;
  if (things.test(name)) return 'ACME';
  if (sentences.test(name)) return '[…]';
  return text;
}

type Choice = Message['choices'][number];

/** A message of this many characters is shown with three sets of values. */
const longestBrief = 140;

/** The forms that a message has: the first sample that reaches each branch of its plurals, and each branch of its selects. */
function formsOf(
  choices: Choice[],
  tag: string,
  { first, least }: { first: number; least: number },
): { sample: Sample; chosen: Record<string, string> }[] {
  const plurals = choices.filter(({ kind }) => kind !== 'select');
  const selects = choices.filter(({ kind }) => kind === 'select');
  const rules = new Intl.PluralRules(tag);
  const branchOf = ({ branches }: Choice, count: number) =>
    branches.includes(String(count)) ? String(count) : rules.select(count);
  const reached = new Map<string, Sample>();
  for (const index of sets.keys()) {
    const sample = sets[plurals.length > 0 ? index : (first + 3 * index) % sets.length] ?? sets[0];
    const form = plurals.length > 0 ? plurals.map((plural) => branchOf(plural, sample.count)).join(' ') : index % least;
    if (!reached.has(String(form))) reached.set(String(form), sample);
  }
  const samples = [...reached.values()];
  const ways = selects.reduce<Record<string, string>[]>(
    (all, { name, branches }) =>
      all.some((way) => name in way)
        ? all
        : all.flatMap((way) => branches.map((branch) => ({ ...way, [name]: branch }))),
    [{}],
  );
  return ways.flatMap((chosen) => samples.map((sample) => ({ sample, chosen })));
}

/** Every message of a language that has values, as a reader sees it who has chosen the number style of the language. */
export function goldenText(language: Language): string {
  const reader: Reader = { language, numberStyle: 'language' };
  const tag = intlTagOf(language);
  const lines = [...readCatalogue(language)].flatMap(([key, text], index) => {
    const { values, choices } = readMessage(text);
    if (values.length === 0) return [];
    const messages = { [language]: { [key]: compileText(language, text) } };
    const i18n = setupI18n({ locale: language, locales: tag, messages });
    const plurals = choices.filter(({ kind }) => kind !== 'select').map(({ name }) => name);
    const counted = new Set([...plurals, ...[...text.matchAll(/\{(\w+), number\}/g)].map(([, name = '']) => name)]);
    const isBrief = choices.length === 0 && text.length <= longestBrief;
    const shown = formsOf(choices, tag, { first: index, least: isBrief ? 3 : 1 }).map(({ sample, chosen }) => {
      const given = values.map((name) => [name, counted.has(name) ? sample.count : valueOf(name, sample, reader)]);
      return i18n._(key, textValues(reader, { ...Object.fromEntries(given), ...chosen }));
    });
    return [key, ...[...new Set(shown)].map((line) => `  ${line}`)];
  });
  return `${lines.join('\n')}\n`;
}
