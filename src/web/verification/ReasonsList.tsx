import type { ShownDocument } from '#contract/verification/endpoints.ts';
import styles from './Verification.module.css';

/** Why a document was refused, each with what mends it. */
export function ReasonsList({ reasons }: Pick<ShownDocument, 'reasons'>) {
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ code, explanation, advice }) => (
        <li key={code}>
          {explanation} {advice}
        </li>
      ))}
    </ul>
  );
}
