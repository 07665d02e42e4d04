import { useText } from '#web/platform/i18n/i18n.tsx';
import { Entrance } from '#web/auth/Entrance.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';

interface ClosedNoticeProps {
  /** What is wrong with the link of a visitor who has one. */
  why?: string;
  /** The setup has been completed since. */
  isOver?: boolean;
}

/** The notice for a visitor before the setup is complete. */
export function ClosedNotice({ why, isOver = false }: ClosedNoticeProps) {
  const t = useText();
  if (isOver) {
    return (
      <Entrance title={t('setup.over_title')} intro={t('setup.over_text')}>
        <Button variant="primary" wide onClick={() => location.reload()}>
          {t('setup.over_go')}
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('setup.closed_title')} intro={t('setup.closed_text')}>
      {why ? (
        <Alert tone="warning" role="status">
          <p>{why}</p>
        </Alert>
      ) : (
        <p>{t('setup.closed_operator')}</p>
      )}
    </Entrance>
  );
}
