import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { ApiKey } from '../secrets/api-key.ts';

/** Who changes something: a member of staff, or a program by its key, for which an administrator answers. */
export interface Actor {
  /** Of the member of staff, or of the administrator. */
  id: string;
  /** The key of the program; none of a person. */
  program?: Pick<ApiKey, 'id' | 'name'>;
}

/** Who asks for an approval, by the name that approvers are notified with. */
export interface Requester extends Actor {
  fullName: string;
}

export const actorOf = ({ id, name, createdBy }: ApiKey): Requester => ({
  id: createdBy,
  fullName: name,
  program: { id, name },
});

/** Names the key in the audit entry of what a program did. */
export const keyDetail = ({ program }: Actor): AuditDetails => (program ? { key: program.name } : {});
