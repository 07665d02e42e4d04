import type * as Components from '@react-email/components';

export type EmailElements = typeof Components;

/**
 * The elements that emails are drawn with. They are loaded with the first email: the package brings highlighting,
 * Markdown and style sheets that no email uses, and each start would read all of them.
 */
export async function loadEmailElements() {
  const [elements, { render }] = await Promise.all([import('@react-email/components'), import('@react-email/render')]);
  return { elements, render };
}
