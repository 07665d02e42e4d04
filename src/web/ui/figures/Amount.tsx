import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment } from 'react';
import styles from './Amount.module.css';
import { cx } from '../cx.ts';

/** An amount, already formatted with its currency. Keeps its order in right-to-left text, and its line where it can. */
export function MoneyText({ text, strong }: { text: string; strong?: boolean }) {
  return (
    <bdi dir={directionOf(text)} className={cx(styles.amount, strong && styles.strong)}>
      <InLine text={text} />
    </bdi>
  );
}

/** Without a letter that says it, a figure would run as the words around it do, its sign behind it. */
const directionOf = (text: string) => (/[\p{L}\u200f]/u.test(text) ? undefined : 'ltr');

/** The same as the one figure of a screen: its fraction is smaller. */
export function HeroText({ text }: { text: string }) {
  const [, before = text, fraction, after] = /^(.*\d)(\D\d{1,2})(\D*)$/u.exec(text) ?? [];
  return (
    <bdi dir={directionOf(text)} className={styles.amount}>
      {before}
      {fraction && <span className={styles.fraction}>{fraction}</span>}
      {after}
    </bdi>
  );
}

export interface DeltaProps {
  /** Already formatted, with its sign. */
  text: string;
  trend: 'up' | 'down' | 'flat';
}

/** A change: its sign, an arrow and a colour say the same. */
export function Delta({ text, trend }: DeltaProps) {
  const Arrow = trend === 'up' ? ArrowUp : ArrowDown;
  return (
    <span className={cx(styles.amount, styles[trend])}>
      {trend !== 'flat' && <Arrow className={styles.arrow} size="0.9em" strokeWidth={2} aria-hidden />}
      <bdi dir={directionOf(text)}>
        <InLine text={text} />
      </bdi>
    </span>
  );
}

/** So many characters fit beside a name on the narrowest phone: hundreds of millions. */
const maxInLine = 18;

/** Between groups of digits, and before a fraction longer than that of money. */
const breaks = /(?<=\d\D)(?=\d{3}(?!\d))|(?=\D\d{4,}$)/g;

/** Never breaks, unless it is longer than a line may be: then after its currency, and if that is not enough, between digits. */
function InLine({ text }: { text: string }) {
  if (text.length <= maxInLine) return text;
  const [, currency, number = text] = /^(\p{L}\w*)\s(.+)$/u.exec(text) ?? [];
  const digits = [0, ...[...number.matchAll(breaks)].map(({ index }) => index)];
  return (
    <>
      {currency && `${currency} `}
      <span className={styles.long}>
        {digits.map((from, at) => (
          <Fragment key={from}>
            {from > 0 && <wbr />}
            {number.slice(from, digits[at + 1])}
          </Fragment>
        ))}
      </span>
    </>
  );
}
