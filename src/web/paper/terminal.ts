import { createContext, use } from 'react';
import type { RequestOf, Route } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import type { CallOptions } from '#web/platform/api/send.ts';

/** The state that every part of the terminal shares: the session of its calls, and the chosen instrument. */
export interface TerminalState {
  session: string;
  symbol: string;
  selectSymbol: (symbol: string) => void;
}

export const TerminalContext = createContext<TerminalState | null>(null);

export function useTerminal(): TerminalState {
  const state = use(TerminalContext);
  if (!state) throw new Error('a part of the terminal stands outside it');
  return state;
}

export const isSignedOut = (error: Error | null) => error instanceof ApiError && error.status === 401;

type PaperRoute = Extract<Route, `POST /api/paper/${string}`>;

/** Calls the platform under its own session. Prices come every second, so the global loader is left alone. */
export const paperCall = <R extends PaperRoute>(
  session: string,
  route: R,
  request: RequestOf<R>,
  options: CallOptions = {},
) => call(route, request, { ...options, loader: false, platformSession: session });
