import type { ReactNode } from 'react';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import styles from './Sidebar.module.css';

interface MenuGroupProps {
  label: string;
  icon: ReactNode;
  /** The screen is one of the group's: it is open, and marked where no link in it is. */
  isHere: boolean;
  children: ReactNode;
}

/** A part of the side menu that folds. */
export const MenuGroup = ({ isHere, ...group }: MenuGroupProps) => (
  <div className={isHere ? styles.here : undefined}>
    <Disclosure {...group} startOpen={isHere} />
  </div>
);
