import type { ArticleBlock } from '#contract/articles/body.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';

const parts = ['profile', 'password', 'risk', 'advice', 'data', 'contract'] as const;

/** The product's own terms, which apply to every operator until it publishes its own. */
export function productBody({ settings, text }: Pick<App, 'settings' | 'text'>, language: Language): ArticleBlock[] {
  const app = settings.brand().name;
  return parts.flatMap((part): ArticleBlock[] => [
    { kind: 'heading', level: 2, text: [{ text: text(language, `legal.product_${part}_title`) }] },
    { kind: 'paragraph', text: [{ text: text(language, `legal.product_${part}_text`, { app }) }] },
  ]);
}
