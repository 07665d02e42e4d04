import { Fragment } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { Lead } from '#web/ui/layout/Lead.tsx';

interface QueueStateProps {
  /** Undefined until it is known; its line is kept for it. */
  yours: number | undefined;
  overdue?: number | undefined;
  others?: number | undefined;
}

/** How much waits in a list, and for whom: under its title, the first figure large. */
export function QueueState({ yours = 0, overdue = 0, others = 0 }: QueueStateProps) {
  const t = useText();
  const parts = [
    yours > 0 && t('lists.waits_for_you', { count: yours }),
    overdue > 0 && t('lists.overdue', { count: overdue }),
    others > 0 && t('lists.waits_for_others', { count: others }),
  ].filter((part) => part !== false);
  if (parts.length === 0) return '\u00A0';
  return parts.map((part, at) => (
    <Fragment key={part}>
      {at > 0 && ' · '}
      {at === 0 ? <Lead>{part}</Lead> : part}
    </Fragment>
  ));
}
