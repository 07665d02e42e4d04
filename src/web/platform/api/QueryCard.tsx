import type { ReactNode } from 'react';
import { Card, type CardProps } from '#web/ui/layout/Card.tsx';
import { Async, StaleMark, type Loadable } from './Async.tsx';

interface QueryCardProps<T> extends Pick<CardProps, 'id' | 'title' | 'titled' | 'actions' | 'flush'> {
  query: Loadable<T>;
  skeleton: ReactNode;
  /** Always shown, whatever the query does: the fields that filter a list. */
  above?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A card that loads its own data. Data that could not be refreshed stays, and the header says so. */
export function QueryCard<T>({
  query,
  id,
  title,
  titled,
  actions,
  flush = false,
  skeleton,
  above,
  children,
}: QueryCardProps<T>) {
  const isStale = query.isError && query.data !== undefined;
  const end = (
    <>
      <StaleMark query={query} />
      {actions}
    </>
  );
  return (
    <Card id={id} title={title} titled={titled} flush={flush} actions={(isStale || actions) && end}>
      {above}
      <Async query={query} skeleton={skeleton}>
        {children}
      </Async>
    </Card>
  );
}
