import type { ComponentProps, ReactNode } from 'react';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import type { useProof } from '#web/profile/factor/use-proof.ts';

interface ProvenDialogProps {
  title: string;
  explained: string;
  confirmText: string;
  form: ComponentProps<typeof ProofFields>['form'] & { busy: boolean; messages: readonly string[] };
  /** The ways in which the form does it, once it is proven. */
  ways: ReturnType<typeof useProof>;
  children?: ReactNode;
  onClose: () => void;
}

/** An action with a secret: its fields, and the administrator's proof of identity. Mounted again for each. */
export function ProvenDialog({ explained, form, ways, children, ...dialog }: ProvenDialogProps) {
  return (
    <FormDialog {...dialog} form={form} onSubmit={ways.byPassword}>
      <p>{explained}</p>
      {children}
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}
