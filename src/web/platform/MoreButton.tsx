import { Button } from '#web/ui/Button.tsx';
import { useText } from './i18n.tsx';
import styles from './MoreButton.module.css';

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Under a list that pages by cursor: loads the next page, and goes when there is none. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreButtonProps) {
  const t = useText();
  if (!hasNextPage) return null;
  return (
    <div className={styles.foot}>
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('common.load_more')}
      </Button>
    </div>
  );
}
