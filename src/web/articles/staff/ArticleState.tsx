import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';

export function ArticleState({ state }: Pick<StaffArticle, 'state'>) {
  const t = useText();
  return <State tone={state === 'withdrawn' ? 'warning' : 'neutral'}>{t(`articles.state_${state}`)}</State>;
}
