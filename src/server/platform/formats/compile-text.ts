import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { writtenName } from '#contract/kernel/text/text-values.ts';

type Token = CompiledMessage[number];
type Branches = Record<string, CompiledMessage | number | undefined>;

/** Their typography ends no line with a word of one character. */
const keepsShortWords: ReadonlySet<Language> = new Set(['cs', 'pl']);
const shortWord = /(?<=^|[\s(„>])([aikosuvwz]) /giu;

const isolated = (token: Token): Token[] => ['\u2068', token, '\u2069'];

/**
 * An ICU message as the library runs it, with three changes. Numbers come as the reader has them written, not as the language
 * writes them. In a right-to-left language each value stands between isolates, so that neither changes the order of the other.
 * In Czech and Polish a word of one character stays in the line of the next word.
 */
export function compileText(language: Language, message: string): CompiledMessage {
  const enter = directionOf(language) === 'rtl' ? isolated : (token: Token): Token[] => [token];
  const write = (text: string) => (keepsShortWords.has(language) ? text.replace(shortWord, '$1\u00a0') : text);
  const change = (tokens: CompiledMessage, counted?: string): CompiledMessage =>
    tokens.flatMap((token): Token[] => {
      if (token === '#' && counted !== undefined) return enter([writtenName(counted)]);
      if (typeof token === 'string') return [write(token)];
      const [name, kind, format] = token;
      if (kind === undefined) return enter(token);
      if (kind === 'number') return enter([writtenName(name)]);
      if (typeof format !== 'object' || format === null) return [token];
      const inner = kind === 'select' ? counted : name;
      const branches = Object.entries(format as Branches).map(([branch, content]) => [
        branch,
        Array.isArray(content) ? change(content, inner) : content,
      ]);
      return [[name, kind, Object.fromEntries(branches)] as Token];
    });
  return change(compileMessage(message));
}
