/* Checks how a finished game was shuffled: the secret, this device's part in it, and every draw. */
import type { ShuffleInfo } from '../protocol';
import type { Known } from './shuffle';

export type Verdict = 'good' | 'unknown' | 'changed' | 'leftOut' | 'wrong' | 'insecure';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (buffer: ArrayBuffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, '0')).join('');

/** `unknown`: all is well, but this browser was not there before the deal. */
export async function verdict(said: ShuffleInfo, mine: Known | null): Promise<Verdict> {
  const { subtle } = crypto;
  if (!subtle) return 'insecure';
  const secret = bytes(said.secret);
  const promised = mine?.commitment || said.commitment;
  if (hexOf(await subtle.digest('SHA-256', secret)) !== promised || promised !== said.commitment) return 'changed';
  if (mine?.lot && !said.parts.includes(mine.lot)) return 'leftOut';
  const key = await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const salt = new TextEncoder().encode(said.parts.join('\n'));
  for (const [number, { total, index }] of said.draws.entries()) {
    const message = new Uint8Array(salt.length + 8);
    message.set(salt);
    new DataView(message.buffer).setBigUint64(salt.length, BigInt(number));
    const digest = hexOf(await subtle.sign('HMAC', key, message)).slice(0, 32);
    if (BigInt(`0x${digest}`) % BigInt(total) !== BigInt(index)) return 'wrong';
  }
  return mine?.commitment ? 'good' : 'unknown';
}
