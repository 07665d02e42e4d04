import { MessageCircleQuestion } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { loadTexts, useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './AskSupport.module.css';
import type { About } from './tickets/use-open-ticket.ts';

/** The form and its texts load on the first use. */
const OpenTicketDialog = lazy(async () => {
  const [{ OpenTicketDialog: dialog }] = await Promise.all([
    import('./tickets/OpenTicketDialog.tsx'),
    loadTexts('tickets'),
  ]);
  return { default: dialog };
});

/** Opens a ticket about one object of the client's: a small button in a row, one with words beside a title. */
export function AskSupport({ about, spoken }: { about: About; spoken?: boolean }) {
  const t = useText();
  const [isConfirming, setIsConfirming] = useState(false);
  const request = () => setIsConfirming(true);
  return (
    <>
      {spoken ? (
        <Button icon={<MessageCircleQuestion {...icon} />} onClick={request}>
          {t('common.ask')}
        </Button>
      ) : (
        <IconButton className={styles.small} label={t('common.ask_support', { name: about.name })} onClick={request}>
          <MessageCircleQuestion {...icon} />
        </IconButton>
      )}
      {isConfirming && (
        <Suspense>
          <OpenTicketDialog open about={about} onClose={() => setIsConfirming(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The last column of a table whose rows a client may ask about. */
export function useAskSupportColumn<Row>(aboutOf: (row: Row) => About): Column<Row> {
  const t = useText();
  return {
    key: 'ask',
    header: t('common.question'),
    acts: true,
    cell: (row) => <AskSupport about={aboutOf(row)} />,
  };
}
