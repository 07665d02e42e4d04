import type { DocumentKind } from '#contract/verification/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from './Verification.module.css';

/** What a good document looks like: three rules and a drawing. */
export function Guide({ kind, twoSided }: { kind: DocumentKind; twoSided: boolean }) {
  const t = useText();
  return (
    <div className={styles.guide}>
      <svg
        className={styles.example}
        viewBox="0 0 160 110"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden
      >
        {kind === 'identity' ? <IdentityDrawing twoSided={twoSided} /> : <PaperDrawing />}
      </svg>
      <ul>
        <li>{t(`verification.guide_${kind}`)}</li>
        <li>{t('verification.guide_corners')}</li>
        <li>{t('verification.guide_light')}</li>
      </ul>
    </div>
  );
}

/** A card or a page with a portrait; of a card the back peeps out. */
function IdentityDrawing({ twoSided }: { twoSided: boolean }) {
  return (
    <>
      <path d="M6 22V8h14M154 22V8h-14M6 88v14h14M154 88v14h-14" stroke="var(--accent-ink)" />
      {twoSided && <rect x="34" y="20" width="112" height="66" rx="7" strokeDasharray="4 4" />}
      <rect x="18" y="26" width="116" height="66" rx="7" fill="var(--paper)" />
      <circle cx="44" cy="50" r="9" />
      <path d="M28 78c2-10 9-14 16-14s14 4 16 14M74 46h46M74 58h46M74 70h30M28 86h96" />
    </>
  );
}

/** A sheet of paper with an address and a date. */
function PaperDrawing() {
  return (
    <>
      <path d="M6 22V8h14M154 22V8h-14M6 88v14h14M154 88v14h-14" stroke="var(--accent-ink)" />
      <rect x="44" y="10" width="72" height="90" rx="4" fill="var(--paper)" />
      <path d="M54 24h24M54 32h30M54 40h20M96 24h10M54 56h52M54 66h52M54 76h52M54 86h32" />
      <rect x="50" y="18" width="40" height="28" rx="3" stroke="var(--accent-ink)" />
    </>
  );
}
