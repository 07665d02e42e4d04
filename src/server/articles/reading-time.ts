/** Words per minute of a person who reads to understand, not to skim. */
const wordsPerMinute = 200;

/** Minutes to read a text, at least 1. All our languages separate words by spaces. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}
