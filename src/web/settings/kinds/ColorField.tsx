import { asColor } from '#contract/kernel/brand-color.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';

interface ColorFieldProps {
  label: string;
  hint: string;
  error?: string | undefined;
  value: string;
  onChange: (color: string) => void;
}

/** A colour as `#rrggbb`, written or picked. */
export function ColorField({ onChange, ...text }: ColorFieldProps) {
  return (
    <div className={styles.pick}>
      <TextField {...text} required dir="ltr" maxLength={7} onChange={({ target }) => onChange(target.value)} />
      <input
        type="color"
        aria-label={text.label}
        value={asColor(text.value) ?? windowConfig.accents.light.fill}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
