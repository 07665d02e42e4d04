import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { earlierQuery } from './earlier-query.ts';

/** Leads a client who came from another system to what they did there. It stands last, so that it moves nothing when it comes. */
export function EarlierLink() {
  const t = useText();
  const { data } = useInfiniteQuery({ ...earlierQuery, throwOnError: false });
  if (!data?.pages.some(({ rows }) => rows.length > 0)) return null;
  return (
    <p>
      <Link to="/wallet/earlier">{t('wallets.earlier_title')}</Link>
    </p>
  );
}
