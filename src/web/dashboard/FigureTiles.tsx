import { useId } from 'react';
import type { FigureName } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Delta, MoneyText } from '#web/ui/figures/Amount.tsx';
import { Tile, Tiles } from '#web/ui/forms/Tiles.tsx';
import { changeOf, writeFigure } from './figure-format.ts';

type Figure = Dashboard['figures'][number];

interface FigureTilesProps {
  figures: readonly Figure[];
  chosen: FigureName;
  onChoose: (name: FigureName) => void;
}

/** The figures of the period with what changed; the chosen one is drawn below. */
export function FigureTiles({ figures, chosen, onChoose }: FigureTilesProps) {
  const t = useText();
  const format = useFormat();
  const group = useId();
  return (
    <Tiles label={t('dashboard.figures_title')}>
      {figures.map((figure) => (
        <Tile
          key={figure.name}
          group={group}
          name={t(`dashboard.figure_${figure.name}`)}
          value={<MoneyText text={writeFigure(figure.name, figure.total, format)} />}
          more={<Change figure={figure} />}
          checked={figure.name === chosen}
          onChoose={() => onChoose(figure.name)}
        />
      ))}
    </Tiles>
  );
}

function Change({ figure: { name, total, total_before: before } }: { figure: Figure }) {
  const format = useFormat();
  const change = changeOf(name, total, before, format);
  if (!change || change.trend === 'flat') return null;
  return (
    <>
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
    </>
  );
}
