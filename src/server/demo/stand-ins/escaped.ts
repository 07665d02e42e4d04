const htmlOf: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as HTML writes it. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => htmlOf[letter] ?? letter);
