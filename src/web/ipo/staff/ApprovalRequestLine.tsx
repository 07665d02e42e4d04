import type { Proposal } from '#contract/ipo-staff-records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { download } from '#web/platform/files/download.ts';
import { DownloadButton } from '#web/platform/files/DownloadButton.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import styles from '../Stack.module.css';
import type { DeskInfo } from './offering-queries.ts';

/** What somebody proposed, and whom it touched then. */
export function ProposalLine({ info: { terms }, proposal }: { info: DeskInfo; proposal: Proposal }) {
  const t = useText();
  const format = useFormat();
  const { act, price, method, clients, amount, proposed_by, proposed_at, note } = proposal;
  const money = (sum: string) => format.money(sum, terms.currency);
  return (
    <>
      <p>
        <strong>
          {act === 'allot'
            ? t('offerings.proposal_allot', { method: method ? t(`ipo.method_${method}`) : '' })
            : t(`offerings.proposal_${act}`, { price: money(price ?? '0') })}
        </strong>
      </p>
      <p className={styles.soft}>
        {t('offerings.proposed_by', { name: proposed_by.name })} <When at={proposed_at} /> ·{' '}
        {t('offerings.touched', { count: clients, amount: money(amount) })}
      </p>
      {method === 'manual' && (
        <DownloadButton
          text={t('offerings.manual_file')}
          act={() => download('POST /api/staff/ipo/manual-file', { body: { proposal_id: proposal.id } })}
        />
      )}
      {note && (
        <p className={styles.soft} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}
