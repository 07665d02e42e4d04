import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from '../Settings.module.css';

interface CurrencyGroupProps {
  currency: string;
  /** Something above names it already. */
  isNamed?: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** The fields of one currency, which may be taken away with all of them. */
export function CurrencyGroup({ currency, isNamed = false, onRemove, children }: CurrencyGroupProps) {
  const t = useText();
  return (
    <fieldset className={styles.group} aria-label={isNamed ? currency : undefined}>
      {!isNamed && <legend>{currency}</legend>}
      {children}
      <div>
        <Button size="small" variant="quiet" onClick={onRemove}>
          {t('settings.remove_in', { currency })}
        </Button>
      </div>
    </fieldset>
  );
}
