import type { ArticleState } from '#contract/articles/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';

export function StateBadge({ state }: { state: ArticleState }) {
  const t = useText();
  return <Badge tone={state === 'withdrawn' ? 'warning' : 'neutral'}>{t(`articles.state_${state}`)}</Badge>;
}
