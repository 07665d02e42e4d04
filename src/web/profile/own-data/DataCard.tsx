import { useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { exportFormats } from '#contract/own-data-names.ts';
import { call } from '#web/platform/api/api.ts';
import { DownloadButton } from '#web/platform/files/DownloadButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import styles from '../factor/Factor.module.css';
import { ProofDialog } from '../factor/ProofDialog.tsx';

type Asked = AnswerOf<'POST /api/settings/data'>;

/** Where the closing of an account leads, for who wants a copy first. */
export const dataCardId = 'own-data';

/** A copy of all that is kept about the client, for himself alone. */
export function DataCard() {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  return (
    <Card id={dataCardId} title={t('settings.data_title')}>
      <div className={styles.state}>
        <p>{t('settings.data_text')}</p>
        {asked ? (
          <Copies asked={asked} />
        ) : (
          <div className={styles.acts}>
            <Button onClick={() => setIsAsking(true)}>{t('settings.data_ask')}</Button>
          </div>
        )}
      </div>
      <ProofDialog
        open={isAsking}
        title={t('settings.data_ask')}
        text={t('settings.data_ask_text')}
        confirmText={t('settings.continue')}
        onClose={() => setIsAsking(false)}
        act={async (body) => {
          setAsked(await call('POST /api/settings/data', { body }));
          setIsAsking(false);
        }}
      />
    </Card>
  );
}

function Copies({ asked: { id, expires_at: until } }: { asked: Asked }) {
  const t = useText();
  return (
    <>
      <p>
        <When at={until} within="settings.data_ready" />
      </p>
      <div className={styles.acts}>
        {exportFormats.map((format) => (
          <DownloadButton
            key={format}
            text={t(`settings.data_${format}`)}
            act={() => download('GET /api/settings/data/:id', { params: { id }, query: { format } })}
          />
        ))}
      </div>
    </>
  );
}
