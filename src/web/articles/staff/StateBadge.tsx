import type { ArticleState } from '#contract/articles/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';

const tones = { draft: 'neutral', scheduled: 'accent', published: 'positive', withdrawn: 'warning' } as const;

export function StateBadge({ state }: { state: ArticleState }) {
  const t = useText();
  return <Badge tone={tones[state]}>{t(`articles.state_${state}`)}</Badge>;
}
