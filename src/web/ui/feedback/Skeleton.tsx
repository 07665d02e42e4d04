import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Skeleton.module.css';
import { VisuallyHidden } from '../VisuallyHidden.tsx';

export interface SkeletonProps {
  shape?: 'line' | 'circle' | 'block';
  /** CSS lengths; numbers are pixels. By default a line is as wide as its box and as high as its text. */
  width?: number | string;
  height?: number | string;
}

/** The place of something that is on its way, with a wave over it. */
export function Skeleton({ shape = 'line', width, height = shape === 'circle' ? width : undefined }: SkeletonProps) {
  return (
    <span className={cx(styles.skeleton, styles[shape])} style={{ inlineSize: width, blockSize: height }} aria-hidden />
  );
}

/** Says `label` once for all the skeletons inside. */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={className} role="status" aria-busy>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}
