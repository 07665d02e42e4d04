import { SearchX } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { useText } from '../i18n/i18n.tsx';

/**
 * In place of rows where a list’s filters let none through. They stay above it, and can be taken back at once; without
 * `onClear` the filters have a button for that themselves.
 */
export function NoMatch({ text, onClear }: { text?: string | undefined; onClear?: () => void }) {
  const t = useText();
  const title = t('common.no_match');
  if (onClear)
    return (
      <EmptyState
        icon={SearchX}
        title={title}
        text={text}
        action={<Button onClick={onClear}>{t('common.clear_filters')}</Button>}
      />
    );
  return text === undefined ? <Nothing text={title} /> : <EmptyState icon={SearchX} title={title} text={text} />;
}
