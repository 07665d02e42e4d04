import { count } from './count.tsx';
import type { Kinds } from './kind.ts';

export const tradingKinds: Kinds<'trading.accounts_per_client'> = { 'trading.accounts_per_client': count };
