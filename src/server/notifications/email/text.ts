import type { EmailTexts, Sender } from './Email.tsx';

/** The email for programs that show no HTML: the same words in the same order. */
export function plainText(
  { heading, greeting, paragraphs, button, footer, unsubscribe }: EmailTexts,
  { company, legal }: Sender,
): string {
  const action = button ? [`${button.text}:\n${button.address}`] : [];
  const wayOut = unsubscribe ? [`${unsubscribe.text}:\n${unsubscribe.address}`] : [];
  const lines = [...(company.length > 0 ? [company.join('\n')] : []), ...(legal ? [legal] : [])];
  return `${[heading, greeting, ...paragraphs, ...action, '—', footer, ...lines, ...wayOut].join('\n\n')}\n`;
}
