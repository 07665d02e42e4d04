import styles from './Verification.module.css';

const space = 6;

/** The level in a ring of as many arcs as there are levels to reach. The line beside it says the same in words. */
export function LevelRing({ level, top }: { level: number; top: number }) {
  const arc = 100 / Math.max(1, top);
  return (
    <svg className={styles.ring} viewBox="0 0 72 72" aria-hidden>
      {Array.from({ length: top }, (_, index) => (
        <circle
          key={index}
          className={index < level ? styles.reached : undefined}
          cx="36"
          cy="36"
          r="32"
          pathLength="100"
          strokeDasharray={`${arc - space} ${100 - arc + space}`}
          strokeDashoffset={-(index * arc + space / 2)}
        />
      ))}
      <text x="36" y="36">
        {level}
      </text>
    </svg>
  );
}
