import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';

type Choice = { name: string; kind: string; branches: string[] };

/** What must agree between a text and its translation. */
export type Message = {
  /** Names of values, in alphabetical order. */
  values: string[];
  /** Plural, ordinal and select blocks, with the branches each offers. */
  choices: Choice[];
  /** Rich-text tags such as `<0>`, in alphabetical order. */
  tags: string[];
  /** The words themselves, without values and tags. */
  words: string;
};

const tag = /<\/?\w+\/?>/g;

/** Takes an ICU message apart. Throws when it is not one. */
export function readMessage(source: string): Message {
  const values = new Set<string>();
  const choices: Choice[] = [];
  const texts: string[] = [];
  const visit = (message: CompiledMessage) => {
    for (const token of message) {
      if (typeof token === 'string') {
        texts.push(token);
        continue;
      }
      const [name, kind, format] = token;
      values.add(name);
      if (typeof format !== 'object' || format === null || kind === undefined) continue;
      const branches = Object.entries(format).filter(([branch]) => branch !== 'offset');
      choices.push({ name, kind, branches: branches.map(([branch]) => branch) });
      for (const [, branch] of branches) visit(branch as CompiledMessage);
    }
  };
  visit(compileMessageOrThrow(source));
  const text = texts.join(' ');
  return {
    values: [...values].toSorted(),
    choices,
    tags: [...new Set(text.match(tag))].toSorted(),
    words: text.replaceAll(tag, ' ').replaceAll('#', ' '),
  };
}

/** Plural forms that whole numbers reach in a language, and `other`, which ICU asks for always. */
export function neededForms(intlTag: string, kind: string): string[] {
  const rules = new Intl.PluralRules(intlTag, { type: kind === 'selectordinal' ? 'ordinal' : 'cardinal' });
  const reached = Array.from({ length: 1000 }, (_, count) => rules.select(count));
  return [...new Set<string>([...reached, 'other'])].toSorted();
}

/** Every plural form that a language has: also those of fractions and of millions, which a text may leave out. */
export function knownForms(intlTag: string, kind: string): string[] {
  const type = kind === 'selectordinal' ? 'ordinal' : 'cardinal';
  return new Intl.PluralRules(intlTag, { type }).resolvedOptions().pluralCategories;
}
