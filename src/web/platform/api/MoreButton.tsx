import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { useText } from '../i18n/i18n.tsx';
import styles from './MoreButton.module.css';

interface Paged {
  data?: { pages: readonly unknown[] } | undefined;
  isError: boolean;
}

interface MoreButtonProps {
  query: Paged & { hasNextPage: boolean; fetchNextPage: () => Promise<Paged> };
}

/** A list that changes with every fetch would otherwise be fetched forever. */
const maxTries = 5;

/** Below a list that pages by cursor: loads the next page, and disappears when there is none. */
export function MoreButton({ query }: MoreButtonProps) {
  const t = useText();
  const [isBusy, setIsBusy] = useState(false);
  if (!query.hasNextPage) return null;
  const more = async () => {
    setIsBusy(true);
    await fetchNext(query);
    setIsBusy(false);
  };
  return (
    <div className={styles.foot}>
      <Button busy={isBusy} onClick={() => void more()}>
        {t('common.load_more')}
      </Button>
    </div>
  );
}

/** A notice about the list reloads its pages, in place of the one that was on its way, which is then fetched again. */
async function fetchNext({ data, fetchNextPage }: MoreButtonProps['query']): Promise<void> {
  const before = data?.pages.length ?? 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = await fetchNextPage();
    if (now.isError || (now.data?.pages.length ?? 0) !== before) return;
  }
}
