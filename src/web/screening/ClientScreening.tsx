import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { State } from '#web/ui/State.tsx';
import { clientScreeningQuery } from './screening-queries.ts';

/** Where the screening of a client stands, for compliance and administrators. */
export function ClientScreening({ clientId }: { clientId: string }) {
  const t = useText();
  const { data } = useQuery(clientScreeningQuery(clientId));
  if (!data) return '–';
  if (data.open === 0) return t('screening.card_none');
  return (
    <Link to="/admin/screening">
      <State tone="negative">{t('screening.card_open', { count: data.open })}</State>
    </Link>
  );
}
