import type { ArticleBlock } from '#contract/article-body.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';

const parts = ['profile', 'password', 'risk', 'advice', 'data', 'contract'] as const;

/** The terms that the product comes with, as far as they hold for every house, until it publishes its own. */
export function productBody({ house, text }: Pick<App, 'house' | 'text'>, language: Language): ArticleBlock[] {
  const app = house.brand().name;
  return parts.flatMap((part): ArticleBlock[] => [
    { kind: 'heading', level: 2, text: [{ text: text(language, `legal.product_${part}_title`) }] },
    { kind: 'paragraph', text: [{ text: text(language, `legal.product_${part}_text`, { app }) }] },
  ]);
}
