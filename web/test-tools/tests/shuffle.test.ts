/* The shuffle: what this device keeps, and what it finds out when the game is over. */
import { createHash, createHmac, webcrypto } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { known, lotFor, seen } from '../../src/net/shuffle';
import { verdict } from '../../src/net/verdict';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('crypto', webcrypto);
});

const secret = Buffer.from('07'.repeat(32), 'hex');
const commitment = createHash('sha256').update(secret).digest('hex');
const LOT = 'ab'.repeat(16);

function game(parts = ['m4k3navr4j', LOT]) {
  const draws = [44, 2, 7].map((total, n) => {
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(BigInt(n));
    const digest = createHmac('sha256', secret).update(parts.join('\n')).update(number).digest('hex').slice(0, 32);
    return { total, index: Number(BigInt(`0x${digest}`) % BigInt(total)) };
  });
  return { commitment, secret: secret.toString('hex'), parts, draws };
}

test('an honest game is found to be one', async () => {
  expect(await verdict(game(), { commitment, lot: LOT })).toBe('good');
  expect(await verdict(game(), null)).toBe('unknown');
});

test('every way of cheating is found', async () => {
  const other = createHash('sha256').update('other').digest('hex');
  expect(await verdict(game(), { commitment: other, lot: LOT })).toBe('changed');
  expect(await verdict({ ...game(), commitment: other }, { commitment, lot: LOT })).toBe('changed');
  expect(await verdict(game(['m4k3navr4j']), { commitment, lot: LOT })).toBe('leftOut');
  const forged = game();
  forged.draws[2] = { total: 7, index: (forged.draws[2]!.index + 1) % 7 };
  expect(await verdict(forged, { commitment, lot: LOT })).toBe('wrong');
});

test('without https nothing is claimed', async () => {
  vi.stubGlobal('crypto', { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) });
  expect(await verdict(game(), null)).toBe('insecure');
});

test('what was shown first is kept, and one lot is enough', () => {
  const lot = seen('t', commitment, true);
  expect(lot).toMatch(/^[0-9a-f]{32}$/);
  expect(seen('t', 'another', true)).toBe(lot);
  expect(seen('t', 'another', false)).toBe('');
  expect(known('t')).toEqual({ commitment, lot });
  lotFor('u', LOT);
  seen('u', commitment, false);
  expect(known('u')).toEqual({ commitment, lot: LOT });
});
