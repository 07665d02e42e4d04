import { CircleAlert, CircleCheck } from 'lucide-react';
import type { OfferingInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './RulesList.module.css';

interface RulesListProps {
  rules: OfferingInfo['eligibility'];
  /** The offering to come back to. */
  stockId: string;
}

/** What an application asks of the client: what is met, and what is not, with the way to mend it. */
export function RulesList({ rules, stockId }: RulesListProps) {
  const t = useText();
  return (
    <ul className={flowStyles.stack12}>
      {rules.map(({ rule, met, explanation, path }) => {
        const Mark = met ? CircleCheck : CircleAlert;
        return (
          <li key={rule} className={cx(styles.rule, met ? styles.met : styles.unmet)}>
            <Mark {...icon} aria-label={t(met ? 'ipo.rule_met' : 'ipo.rule_unmet')} aria-hidden={false} role="img" />
            <div>
              <p>{explanation}</p>
              {!met && path && rule !== 'staff' && (
                <Link to={(rule === 'suitability' ? `${path}?offering=${stockId}` : path) as Path}>
                  {t(`ipo.mend_${rule}`)}
                </Link>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
