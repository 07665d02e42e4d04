import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { exportFormats } from '#contract/clients/own-data-names.ts';
import { call } from '#web/platform/api/api.ts';
import { DownloadMenu } from '#web/platform/files/DownloadMenu.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../factor/Factor.module.css';
import { ProofDialog } from '../factor/ProofDialog.tsx';

type DataExport = ResponseOf<'POST /api/settings/data-export'>;

/** The anchor that account closure links to, for clients who want a copy first. */
export const dataCardId = 'own-data';

/** A copy of all data about the client, for the client alone. */
export function DataCard() {
  const t = useText();
  const [isConfirming, setIsConfirming] = useState(false);
  const [dataExport, setRequested] = useState<DataExport>();
  return (
    <Card id={dataCardId} title={t('profile.data_title')}>
      <div className={styles.state}>
        <p>{t('profile.data_text')}</p>
        {dataExport ? (
          <Copies dataExport={dataExport} />
        ) : (
          <div className={flowStyles.row}>
            <Button onClick={() => setIsConfirming(true)}>{t('profile.data_ask')}</Button>
          </div>
        )}
      </div>
      <ProofDialog
        open={isConfirming}
        title={t('profile.data_ask')}
        text={t('profile.data_ask_text')}
        confirmText={t('profile.continue')}
        onClose={() => setIsConfirming(false)}
        action={async (body) => {
          setRequested(await call('POST /api/settings/data-export', { body }));
          setIsConfirming(false);
        }}
      />
    </Card>
  );
}

function Copies({ dataExport: { id, expires_at: until } }: { dataExport: DataExport }) {
  const t = useText();
  return (
    <>
      <p>
        <DateTime at={until} within="profile.data_ready" />
      </p>
      <div className={flowStyles.row}>
        <DownloadMenu
          files={exportFormats.map((format) => ({
            text: t(`profile.data_${format}`),
            action: () => download('GET /api/settings/data-export/:id', { params: { id }, query: { format } }),
          }))}
        />
      </div>
    </>
  );
}
