import type { FastifyReply } from 'fastify';

export interface FileResponse {
  /** Of Latin letters, digits, dots and hyphens. */
  name: string;
  type: string;
  content: string | Buffer;
}

/**
 * Responds with a file to download. The contract calls it a text, because it has no other content; see `fileContent`.
 */
export function sendFile(reply: FastifyReply, { name, type, content }: FileResponse): string {
  reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`);
  return content as string;
}
