import { useId } from 'react';
import type { FigureName } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Delta, MoneyText } from '#web/ui/figures/Amount.tsx';
import { changeOf, writeFigure } from './figure-format.ts';
import styles from './Figures.module.css';

type Figure = Dashboard['figures'][number];

interface FigureTilesProps {
  figures: readonly Figure[];
  chosen: FigureName;
  onChoose: (name: FigureName) => void;
}

/** The figures of the period with what changed; the chosen one is drawn below. */
export function FigureTiles({ figures, chosen, onChoose }: FigureTilesProps) {
  const t = useText();
  const group = useId();
  return (
    <div className={styles.tiles} role="radiogroup" aria-label={t('dashboard.figures_title')}>
      {figures.map((figure) => (
        <label key={figure.name} className={styles.tile}>
          <input type="radio" name={group} checked={figure.name === chosen} onChange={() => onChoose(figure.name)} />
          <Tile figure={figure} />
        </label>
      ))}
    </div>
  );
}

function Tile({ figure: { name, total, total_before: before } }: { figure: Figure }) {
  const t = useText();
  const format = useFormat();
  const change = changeOf(name, total, before, format);
  return (
    <>
      <span className={styles.name}>{t(`dashboard.figure_${name}`)}</span>
      <span className={styles.value}>
        <MoneyText text={writeFigure(name, total, format)} />
      </span>
      {change && (
        <span className={styles.change}>
          <VisuallyHidden>{t('dashboard.compared')}</VisuallyHidden>{' '}
          {/* Only the result is a gain or a loss; all else is ink. */}
          {name === 'result' ? (
            <Delta text={change.difference} trend={change.trend} />
          ) : (
            <MoneyText text={change.difference} />
          )}
          {change.percent && (
            <>
              {' · '}
              <bdi>{change.percent}</bdi>
            </>
          )}
        </span>
      )}
    </>
  );
}
