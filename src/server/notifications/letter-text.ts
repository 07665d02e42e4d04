import type { LetterWords } from './Letter.tsx';

/** The letter for programs that show no HTML: the same words in the same order. */
export function plainText({ heading, greeting, paragraphs, button, footer }: LetterWords): string {
  const action = button ? [`${button.text}:\n${button.address}`] : [];
  return `${[heading, greeting, ...paragraphs, ...action, '—', footer].join('\n\n')}\n`;
}
