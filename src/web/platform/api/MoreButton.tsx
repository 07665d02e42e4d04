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

/** A list that changes with every fetch would otherwise be asked for ever. */
const triesAtMost = 5;

/** Under a list that pages by cursor: loads the next page, and goes when there is none. */
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

/** News of the list makes it load its pages anew, in place of the one that was on its way: that is then asked for again. */
async function fetchNext({ data, fetchNextPage }: MoreButtonProps['query']): Promise<void> {
  const before = data?.pages.length ?? 0;
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const now = await fetchNextPage();
    if (now.isError || (now.data?.pages.length ?? 0) !== before) return;
  }
}
