import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { ClosureBlockers } from '#web/platform/session/ClosureBlockers.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useCancelClosure } from '#web/platform/session/use-cancel-closure.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../factor/Factor.module.css';
import { ClosureDialog } from './ClosureDialog.tsx';
import { closureQuery } from './closure-query.ts';

type Closure = ResponseOf<'POST /api/settings/closure'>;

/** The closure of the account: what it takes, what blocks it, and how to cancel it while that is possible. */
export function ClosureCard() {
  const t = useText();
  const closing = useQuery(closureQuery);
  return (
    <QueryCard id="closing" query={closing} title={t('profile.closure_title')} skeleton={<SkeletonRows count={2} />}>
      {(data) =>
        data.request ? (
          <ClosureRequested closing={data} closesAt={data.request.closes_at} />
        ) : (
          <ClosureNotRequested closing={data} />
        )
      }
    </QueryCard>
  );
}

function ClosureNotRequested({ closing }: { closing: Closure }) {
  const t = useText();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className={styles.state}>
      <p>{t('profile.closure_text', { days: closing.cooling_off_days })}</p>
      <Obstacles blockers={closing.blockers} />
      <div className={flowStyles.row}>
        <Button variant="danger" onClick={() => setIsConfirming(true)}>
          {t('profile.closure_ask')}
        </Button>
      </div>
      <ClosureDialog open={isConfirming} closing={closing} onClose={() => setIsConfirming(false)} />
    </div>
  );
}

function ClosureRequested({ closing, closesAt }: { closing: Closure; closesAt: string }) {
  const t = useText();
  const { isBusy, cancelClosure } = useCancelClosure();
  return (
    <div className={styles.state}>
      <Alert
        tone="warning"
        action={
          <Button busy={isBusy} onClick={cancelClosure}>
            {t('shell.closure_keep')}
          </Button>
        }
      >
        <p>
          <DateTime at={closesAt} within="shell.closure_on" />
        </p>
        <p>{t('profile.closure_meanwhile')}</p>
      </Alert>
      <Obstacles blockers={closing.blockers} />
    </div>
  );
}

function Obstacles({ blockers }: Pick<Closure, 'blockers'>) {
  const t = useText();
  if (blockers.length === 0) return null;
  return (
    <>
      <p>{t('profile.closure_first')}</p>
      <ClosureBlockers blockers={blockers} way={(words, path) => <Link to={path}>{words}</Link>} />
    </>
  );
}
