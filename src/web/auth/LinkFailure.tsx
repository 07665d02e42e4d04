import type { ReactNode } from 'react';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { fieldsClass } from './Entrance.tsx';

interface LinkFailureProps {
  error: unknown;
  /** Tries the same link again, when it is not the link that failed. */
  retry: () => void;
  /** What to do about a link that works no more. */
  children: ReactNode;
}

/** Says why an emailed link failed. */
export function LinkFailure({ error, retry, children }: LinkFailureProps) {
  const t = useText();
  const isSpent =
    error instanceof ApiError && (error.code?.startsWith('auth.') === true || [404, 422].includes(error.status));
  return (
    <div className={fieldsClass}>
      <Alert tone="negative" role="alert">
        <p>{error instanceof ApiError ? error.message : t('common.went_wrong')}</p>
      </Alert>
      {isSpent ? (
        children
      ) : (
        <Button variant="primary" wide onClick={retry}>
          {t('common.try_again')}
        </Button>
      )}
    </div>
  );
}
