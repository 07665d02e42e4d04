import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { ClosingBlockers } from '#web/platform/session/ClosureBlockers.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useKeepAccount } from '#web/platform/session/use-cancel-closure.ts';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import styles from '../factor/Factor.module.css';
import { ClosingDialog } from './ClosureDialog.tsx';
import { closingQuery } from './closure-query.ts';

type Closing = AnswerOf<'POST /api/settings/closing'>;

/** The way out: what it takes, what still stands in it, and the way back while there is one. */
export function ClosingCard() {
  const t = useText();
  const closing = useQuery(closingQuery);
  return (
    <QueryCard id="closing" query={closing} title={t('settings.closing_title')} skeleton={<SkeletonRows count={2} />}>
      {(data) => (data.wish ? <Wished closing={data} closesAt={data.wish.closes_at} /> : <NotWished closing={data} />)}
    </QueryCard>
  );
}

function NotWished({ closing }: { closing: Closing }) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.state}>
      <p>{t('settings.closing_text', { days: closing.cooling_off_days })}</p>
      <Obstacles blockers={closing.blockers} />
      <div className={styles.acts}>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {t('settings.closing_ask')}
        </Button>
      </div>
      <ClosingDialog open={isAsking} closing={closing} onClose={() => setIsAsking(false)} />
    </div>
  );
}

function Wished({ closing, closesAt }: { closing: Closing; closesAt: string }) {
  const t = useText();
  const { isBusy, keep } = useKeepAccount();
  return (
    <div className={styles.state}>
      <Alert
        tone="warning"
        action={
          <Button busy={isBusy} onClick={keep}>
            {t('shell.closing_keep')}
          </Button>
        }
      >
        <p>
          <When at={closesAt} within="shell.closing_on" />
        </p>
        <p>{t('settings.closing_meanwhile')}</p>
      </Alert>
      <Obstacles blockers={closing.blockers} />
    </div>
  );
}

function Obstacles({ blockers }: Pick<Closing, 'blockers'>) {
  const t = useText();
  if (blockers.length === 0) return null;
  return (
    <>
      <p>{t('settings.closing_first')}</p>
      <ClosingBlockers blockers={blockers} way={(words, path) => <Go to={path}>{words}</Go>} />
    </>
  );
}
