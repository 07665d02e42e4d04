import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useEarlierColumns } from '#web/wallets/earlier/use-earlier-columns.tsx';
import { PartCard, partQuery } from './PartCard.tsx';

/** What the client did in another system; nothing where they came from none. */
export function EarlierPart({ id }: { id: string }) {
  const t = useText();
  const columns = useEarlierColumns();
  const query = partQuery('earlier', id, (body) => call('POST /api/staff/clients/earlier', { body }));
  const list = useInfiniteQuery(query);
  if (!list.data?.pages.some(({ rows }) => rows.length > 0)) return null;
  return <PartCard title={t('wallets.earlier_title')} query={query} columns={columns} />;
}
