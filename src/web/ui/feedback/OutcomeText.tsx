import { useEffect, useRef, type ReactNode } from 'react';

/** Says how it ended, where the person has just acted: it takes the focus, for what they used is gone, and is read out. */
export function OutcomeText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <span ref={text} role="status" tabIndex={-1}>
      {children}
    </span>
  );
}
