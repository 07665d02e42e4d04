import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { supportStateQuery } from './support-queries.ts';

/** Whether support is available, as a text; for a conversation, which agent is there. */
export function SupportState({ roomId }: { roomId?: string | undefined }) {
  const t = useText();
  const { data } = useQuery(supportStateQuery(roomId));
  if (data?.agent) return t('shell.support_with', { name: data.agent });
  if (data?.state === 'closed')
    return data.opens_at ? <DateTime at={data.opens_at} within="shell.support_back_at" /> : null;
  return data ? t(data.state === 'online' ? 'shell.support_online' : 'shell.support_soon') : null;
}
