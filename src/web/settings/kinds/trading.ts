import type { Kinds } from './kind.ts';
import { count } from './quantity.tsx';

export const tradingKinds: Kinds<'trading.accounts_per_client'> = { 'trading.accounts_per_client': count };
