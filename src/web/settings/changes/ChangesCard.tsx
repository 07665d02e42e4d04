import type { Setting } from '#contract/settings/endpoints.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { nameKeyOf } from '../names.ts';

interface ChangesCardProps {
  settings: readonly Setting[];
  onHistory: (setting: Setting) => void;
}

/** Which of the settings were changed last, by whom and when; each opens its history. Nothing where none was since the setup. */
export function ChangesCard({ settings, onHistory }: ChangesCardProps) {
  const t = useText();
  const changed = settings
    .filter(({ version, changed_by: by }) => version > 0 && by !== null)
    .toSorted((a, b) => (b.changed_at ?? '').localeCompare(a.changed_at ?? ''));
  if (changed.length === 0) return null;
  return (
    <Card title={t('settings.latest_changes')} flush>
      <Rows label={t('settings.latest_changes')}>
        {changed.map((setting) => {
          const name = t(nameKeyOf(setting.key));
          return (
            <Row
              key={setting.key}
              name={
                <button type="button" onClick={() => onHistory(setting)}>
                  <span aria-hidden>{name}</span>
                  <VisuallyHidden>{t('settings.history_of', { name })}</VisuallyHidden>
                </button>
              }
              more={
                <>
                  <bdi>{setting.changed_by}</bdi>
                  {setting.changed_at && (
                    <>
                      {' · '}
                      <DateTime at={setting.changed_at} as="brief" />
                    </>
                  )}
                </>
              }
            />
          );
        })}
      </Rows>
    </Card>
  );
}
