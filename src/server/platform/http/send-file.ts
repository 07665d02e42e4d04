import type { FastifyReply } from 'fastify';

export interface FileAnswer {
  /** Of Latin letters, digits, dots and hyphens. */
  name: string;
  type: string;
  content: string | Buffer;
}

/** Answers with a file to be kept. The contract calls it a text, for it knows no other content; see `fileContent`. */
export function sendFile(reply: FastifyReply, { name, type, content }: FileAnswer): string {
  reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`);
  return content as string;
}
