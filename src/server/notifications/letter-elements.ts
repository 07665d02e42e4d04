import type * as Components from '@react-email/components';

export type LetterElements = typeof Components;

/**
 * What letters are drawn with. It is loaded with the first letter: the package brings highlighting, Markdown and style sheets
 * that no letter uses, and a start would read all of them.
 */
export async function loadLetterElements() {
  const [elements, { render }] = await Promise.all([import('@react-email/components'), import('@react-email/render')]);
  return { elements, render };
}
