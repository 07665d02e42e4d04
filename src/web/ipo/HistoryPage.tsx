import { ApplicationsPage } from './ApplicationsPage.tsx';

/** Applications that came to their end. */
export function HistoryPage() {
  return <ApplicationsPage part="history" />;
}
