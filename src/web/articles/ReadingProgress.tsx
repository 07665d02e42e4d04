import { useEffect, useState } from 'react';
import styles from './ReadingProgress.module.css';

/** How far the page has been read, as a line under the bar. Only a help to the eye, so readers are spared it. */
export function ReadingProgress() {
  const [share, setShare] = useState(0);
  useEffect(() => {
    const measure = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      setShare(scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0);
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);
  return <div className={styles.line} style={{ inlineSize: `${share * 100}%` }} aria-hidden />;
}
