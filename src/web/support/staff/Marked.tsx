import { Children } from 'react';

/** A text in which the words that begin as one searched for are marked. */
export function Marked({ text, search }: { text: string; search: string }) {
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu);
  if (!words) return text;
  const starts = words.toSorted((a, b) => b.length - a.length).join('|');
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])((?:${starts})[\\p{L}\\p{M}\\p{N}]*)`, 'giu'));
  // Every second piece is what the pattern matched.
  return Children.toArray(parts.map((part, index) => (index % 2 === 1 ? <mark>{part}</mark> : part)));
}
