import type { SettingValues } from '#contract/settings/catalogue.ts';
import { brandLimits } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { newId } from '#web/platform/new-id.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import { ManyFields } from '../ManyFields.tsx';
import { TextByLanguageField, TextsShown } from './TextByLanguage.tsx';

type All = SettingValues['brand.links'];
type BrandLink = All[number];

/** The links to other websites, each with its text in each language. */
export function LinksShown({ value }: { value: All }) {
  const t = useText();
  if (value.length === 0) return <p>{t('settings.none')}</p>;
  return (
    <ul className={styles.accounts}>
      {value.map(({ id, label, address }) => (
        <li key={id} className={styles.group}>
          <p dir="ltr">{address}</p>
          <TextsShown value={label} />
        </li>
      ))}
    </ul>
  );
}

interface LinksFieldsProps {
  value: All;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (value: All) => void;
}

/** Adds links, changes and removes them. */
export function LinksFields({ value, hint, error, onChange }: LinksFieldsProps) {
  const t = useText();
  const change = (id: string, part: Partial<BrandLink>) =>
    onChange(value.map((each) => (each.id === id ? { ...each, ...part } : each)));
  return (
    <ManyFields hint={hint} error={error}>
      {value.map(({ id, label, address }) => (
        <div key={id} className={styles.group}>
          <TextField
            label={t('settings.link_address')}
            type="url"
            dir="ltr"
            required
            value={address}
            onChange={({ target }) => change(id, { address: target.value })}
          />
          <TextByLanguageField
            label={t('settings.link_label')}
            value={label}
            maxLength={brandLimits.linkLabel}
            onChange={(texts) => change(id, { label: texts })}
          />
          <div>
            <Button size="small" variant="quiet" onClick={() => onChange(value.filter((each) => each.id !== id))}>
              {t('settings.remove_logo')}
            </Button>
          </div>
        </div>
      ))}
      {value.length < brandLimits.links && (
        <div>
          <Button size="small" onClick={() => onChange([...value, { id: newId(), label: {}, address: '' }])}>
            {t('settings.add')}
          </Button>
        </div>
      )}
    </ManyFields>
  );
}
