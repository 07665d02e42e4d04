import { ApplicationsPage } from './ApplicationsPage.tsx';

/** What is under way. */
export function MyIpoPage() {
  return <ApplicationsPage part="my_ipo" />;
}
