import { lotteryMethods } from '#contract/ipo/names.ts';
import type { Basis } from '#contract/ipo/records.ts';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { DrawCheck } from './DrawCheck.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Stack.module.css';

/**
 * How any person can recompute an allotment: its seed, the commitment before the draw, and fingerprints of both sides.
 */
export function ProofCard({ basis }: { basis: Basis }) {
  const t = useText();
  const { method, commitment, seed, inputs_sha256, result_sha256 } = basis;
  const lines = [
    { label: t('ipo.commitment'), value: commitment },
    { label: t('ipo.seed'), value: seed },
    { label: t('ipo.draw_commitment'), value: basis.mine?.draw_commitment ?? null },
    { label: t('ipo.inputs_hash'), value: inputs_sha256 },
    { label: t('ipo.result_hash'), value: result_sha256 },
  ];
  return (
    <Card title={t('ipo.fairness')}>
      <div className={flowStyles.stack}>
        <p>{t('ipo.recompute_text')}</p>
        <pre className={styles.command} dir="ltr">
          {command}
        </pre>
        <DescriptionList
          items={lines.flatMap(({ label, value }) =>
            value === null ? [] : [{ term: label, details: <CopyableLine label={label} value={value} /> }],
          )}
        />
        {lotteryMethods.includes(method) && <p className={textStyles.soft}>{t('ipo.seed_text')}</p>}
        {seed && basis.mine && isSecureContext && <DrawCheck basis={basis} />}
      </div>
    </Card>
  );
}

/** Runs in a checkout of the product, over the file that this screen saves. */
const command = 'npm run ipo:recompute -- basis.csv';
