/** Of the frame around a field of segments: its label, and what describes it. */
export interface SegmentsControl {
  id: string | undefined;
  labelledBy: string;
  describedBy: string | undefined;
  isInvalid: boolean;
}

/** What the fields of this folder hand to their control, which comes later than they. */
export interface InputProps {
  control: SegmentsControl;
  value: string;
  /** Instead of the frame's label, where that is shared. */
  label?: string;
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  autoComplete?: string | undefined;
  onChange: (value: string) => void;
}
