import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { Rows } from '#web/ui/rows/Row.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import { AwaitedItem } from './AwaitedItem.tsx';
import styles from './ForYouCard.module.css';
import type { Awaited } from './for-you.ts';
import type { NextStep } from './next-steps.ts';
import { NextStepItem } from './NextStepItem.tsx';
import { useForYou, type ForYou } from './use-for-you.ts';

/** So many fit beside the hero. */
const shown = 3;

/** One list of what waits for the client and what the client waits for: first the steps, then the rest by its day. */
export function ForYouCard() {
  const t = useText();
  const { impersonation } = useSignedIn();
  return (
    <QueryCard query={useForYou()} title={t('home.steps_title')} flush skeleton={<RowsSkeleton count={3} />}>
      {(known) => (
        <>
          {known.steps.length + known.awaited.length === 0 && (
            <Nothing text={t(impersonation ? 'common.impersonation_closed' : 'home.steps_none')} />
          )}
          <Items {...known} />
        </>
      )}
    </QueryCard>
  );
}

function Items({ steps, awaited }: ForYou) {
  const t = useText();
  const [all, setAll] = useState(false);
  const items = [
    ...steps.map((step) => <NextStepItem key={stepKey(step)} step={step} />),
    ...awaited.map((each) => <AwaitedItem key={awaitedKey(each)} awaited={each} />),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Rows>{all ? items : items.slice(0, shown)}</Rows>
      {!all && items.length > shown && (
        <div className={styles.foot}>
          <Button variant="quiet" wide onClick={() => setAll(true)}>
            {t('home.show_all', { count: items.length })}
          </Button>
        </div>
      )}
    </>
  );
}

/** There may be several steps of one kind, each about an object of its own. */
function stepKey(step: NextStep): string {
  if ('paymentId' in step) return step.paymentId;
  if ('applicationId' in step) return step.applicationId;
  return 'ticketId' in step ? step.ticketId : step.kind;
}

function awaitedKey(awaited: Awaited): string {
  if (awaited.kind === 'payment') return awaited.payment.id;
  if (awaited.kind === 'ticket') return awaited.ticket.ticket_id;
  if (awaited.kind === 'documents') return awaited.kind;
  return 'deadline' in awaited ? awaited.deadline.offering.stock_id : awaited.offering.stock_id;
}
