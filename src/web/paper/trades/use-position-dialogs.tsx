import { useState } from 'react';
import type { Position } from '#contract/trading/records.ts';
import { ClosePositionDialog } from './ClosePositionDialog.tsx';
import { LevelsDialog } from './LevelsDialog.tsx';

export interface PositionActs {
  close: (position: Position) => void;
  change: (position: Position) => void;
}

/** The two questions about an open position. */
export function usePositionDialogs() {
  const [closing, setClosing] = useState<Position | null>(null);
  const [changing, setChanging] = useState<Position | null>(null);
  const acts: PositionActs = { close: setClosing, change: setChanging };
  const dialogs = (
    <>
      {closing && <ClosePositionDialog position={closing} onClose={() => setClosing(null)} />}
      {changing && <LevelsDialog subject={{ position: changing }} onClose={() => setChanging(null)} />}
    </>
  );
  return { acts, dialogs };
}
