import { controlName } from '#server/demo/stand-ins/yente/entities.ts';
import { startYente } from '#server/demo/stand-ins/yente/yente.ts';

/** `npm run stand-in:yente [port]`: lists of invented people, for development. */
const { url, entities } = await startYente({ port: Number(process.argv[2] ?? 4080) });
const [someone] = entities;
console.log(`stand-in for yente: address ${url}, dataset default, control name ${controlName}
${someone?.caption}, born on ${someone?.properties['birthDate']?.[0]}, is on a list; POST /__lie and GET /__seen drive it`);
